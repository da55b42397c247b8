/** Magnets that bring web addresses, and that no peer has. */
import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { openTestFiles } from '../../testing/file-server.ts'
import { bencode } from '../../testing/swarm.ts'

const fixture = setUpDownloads({ isOpen: true })
const pieceBytes = 16_384
const film = randomBytes(3 * pieceBytes + 5)
const pieces = Buffer.concat(
  [0, 1, 2, 3].map((at) =>
    createHash('sha1')
      .update(film.subarray(at * pieceBytes, (at + 1) * pieceBytes))
      .digest(),
  ),
)
const torrent = (name: string) => {
  const info = { name, length: film.length, 'piece length': pieceBytes, pieces }
  return { bytes: bencode({ info }), infoHash: createHash('sha1').update(bencode(info)).digest('hex') }
}
const own = torrent('e.iso')
const other = torrent('other.iso')

async function serve(files: Record<string, Buffer>) {
  const server = await openTestFiles(Object.fromEntries(Object.entries(files).map(([path, body]) => [path, { body }])))
  fixture.closing.push(server.stop)
  return server
}

const magnetOf = (rest: string) => `magnet:?xt=urn:btih:${own.infoHash}&${rest}`

async function start(url: string) {
  const { task_id = '' } = await fixture.box.act('start_task', { url })
  return { task: () => fixture.box.task(task_id) }
}

describe('a magnet without a peer is brought whole', () => {
  test.each([
    ['its torrent file and a web seed', (at: string) => `xs=${at}/e.torrent&ws=${at}/d/e.iso`],
    ['percent-encoded', (at: string) => `xs=${encodeURIComponent(`${at}/e.torrent`)}&ws=${encodeURIComponent(`${at}/d/e.iso`)}`],
    ['an address with a bare ampersand', (at: string) => `xs=${at}/e.torrent&ws=${at}/d?a=1&b=2`],
    ['a folder as web seed', (at: string) => `xs=${at}/e.torrent&ws=${at}/d/`],
    ['an acceptable source that is the torrent file', (at: string) => `as=${at}/e.torrent&ws=${at}/d/e.iso`],
    ['an acceptable source that is the file', (at: string) => `as=${at}/d/e.iso&xs=${at}/e.torrent`],
    ['a torrent file that is packed', (at: string) => `xs=${at}/packed&ws=${at}/d/e.iso`],
    [
      'a torrent file of another hash before its own',
      (at: string) => `xs=${at}/other&xs=${at}/gone&xs=${at}/e.torrent&ws=${at}/d/e.iso`,
    ],
  ])('%s', async (_, rest) => {
    const { url: at } = await serve({
      '/e.torrent': own.bytes,
      '/packed': gzipSync(own.bytes),
      '/other': other.bytes,
      '/d/e.iso': film,
      '/d': film,
    })
    const { task } = await start(magnetOf(rest(at)))
    await until('it is done', async () => (await task()).is_done)
    expect(fixture.box.read('e.iso')?.equals(film)).toBe(true)
  })
})

test('a torrent of another hash is not taken for it', async () => {
  const { url: at, requests } = await serve({ '/other': other.bytes, '/d/e.iso': film })
  const { task } = await start(magnetOf(`xs=${at}/other&ws=${at}/d/e.iso`))
  await until('it was read', () => requests.some(({ path }) => path === '/other'))
  expect((await task()).is_done).toBe(false)
  expect(fixture.box.read('other.iso')).toBeUndefined()
})

test('files are listed before the start', async () => {
  const { url: at } = await serve({ '/e.torrent': own.bytes })
  expect(await fixture.box.act('magnet_uri', { url: magnetOf(`xs=${at}/e.torrent`) })).toMatchObject({
    data: { torrent_info: { name: 'e.iso' } },
  })
})
