/** P43: hostile torrents and hostile answers of servers, by the hundred here and by the hundred thousand in `npm run soak`: each gets an answer, and the box is never held up. */
import { randomBytes } from 'node:crypto'
import { randomFrom } from '../../../../testing/random-from.ts'
import net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { bencode } from '../../testing/swarm.ts'
import { piecesFor, torrentOfEmptyValues, torrentOfMany, torrentWith } from '../../testing/torrents.ts'
import { createTorrentChecker } from './check-torrent.ts'
import { createLinkSize } from '../link/link-size.ts'

/** `npm run soak` runs this file with more cases. */
const isSoak = process.env.SOAK === '1'
const cases = isSoak ? 100_000 : 400
const firstSeed = 20_261_122
const maxHeldMs = 100

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const sound = [
  torrentWith({}, { announce: 'http://tracker.example/announce' }),
  torrentOfMany(30),
  bencode({
    'announce-list': [['udp://a:1', 'http://b'], ['http://c']],
    encoding: 'GBK',
    info: {
      name: Buffer.from('b0d7c9df', 'hex'),
      files: [
        { attr: 'p', length: 6, path: ['.pad', '6'] },
        { length: 9, path: [Buffer.from('c1f7', 'hex')], 'path.utf-8': ['流'] },
      ],
      'piece length': 16_384,
      pieces: piecesFor(15),
    },
    'url-list': ['http://seed.example/'],
  }),
]
const scraps = [
  'd',
  'l',
  'e',
  'i0e',
  'i-1e',
  '0:',
  '999999999:',
  'i99999999999999999999e',
  '12:piece lengthi0e',
  '4:infod',
  '5:filesl',
  'de',
  'le',
]

/** A sound torrent with some bytes changed, cut, doubled or put in. */
function hostileTorrent(random: (below: number) => number): Buffer {
  let bytes = Buffer.from(sound[random(sound.length)] ?? '')
  for (let change = random(4); change >= 0; change -= 1) {
    const at = random(bytes.length + 1)
    const kind = random(4)
    if (kind === 0 && at < bytes.length) bytes[at] = random(256)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))])
    else if (kind === 2)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(scraps[random(scraps.length)] ?? ''), bytes.subarray(at)])
    else bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1))])
  }
  return bytes
}

/**
 * The most processor time that one turn of the event loop took while this ran; asserted in the soak only. Processor time, since on a machine that is busy
 * with other programs the clock also counts what they take.
 */
async function heldMs(run: () => Promise<void>): Promise<number> {
  let [before, longest] = [threadMs(), 0]
  const note = () => {
    const now = threadMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const everyTurn = setInterval(note, 1)
  await run()
  note()
  clearInterval(everyTurn)
  return longest
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function expectNotHeld(ms: number): void {
  if (!isSoak) return
  console.log(`the event loop was held for ${ms.toFixed(0)} ms at most`)
  expect(ms).toBeLessThanOrEqual(maxHeldMs)
}

describe('P43', () => {
  it(`${cases} hostile torrents are each answered, and one that is sound after them too`, async () => {
    const checker = createTorrentChecker()
    closing.push(() => checker.stop())
    const answers = { refused: 0, taken: 0 }
    const held = await heldMs(async () => {
      const random = randomFrom(firstSeed)
      for (let count = 0; count < cases; count += 1) {
        const answer = await checker.check(hostileTorrent(random))
        if ('flaw' in answer) answers.refused += 1
        else {
          answers.taken += 1
          // A torrent that is accepted agrees with itself.
          expect(answer.torrent.files.sum().bytes).toBeLessThanOrEqual(answer.torrent.total)
          expect(answer.sources.infoHash).toMatch(/^[0-9a-f]{40}$/)
        }
      }
    })
    expect(await checker.check(sound[0] ?? Buffer.alloc(0))).toMatchObject({ torrent: { name: 'film.mkv' } })
    expect(answers.refused + answers.taken).toBe(cases)
    expect(answers.refused).toBeGreaterThan(cases / 2)
    expect(answers.taken).toBeGreaterThan(0)
    expectNotHeld(held)
  })

  it('the largest torrents do not hold up the box', async () => {
    const checker = createTorrentChecker()
    closing.push(() => checker.stop())
    const large = [
      torrentOfMany(100_000),
      torrentOfEmptyValues(9_900_000, 'de'),
      torrentOfEmptyValues(9_900_000, 'le'),
      randomBytes(20_000_000),
    ]
    const flaws: string[] = []
    const held = await heldMs(async () => {
      for (const bytes of large) {
        const answer = await checker.check(bytes)
        flaws.push('flaw' in answer ? answer.flaw : '')
      }
    })
    expect(flaws).toEqual(['', 'torrent_too_large', 'torrent_too_large', 'bad_torrent'])
    expectNotHeld(held)
  })

  it(`${cases} hostile answers of servers give a size or none, and never a fault`, async () => {
    const random = randomFrom(firstSeed)
    const server = net.createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(hostileResponse(random)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/film.mkv`
    const linkSize = createLinkSize({ rule: { allowPrivate: true, ownPorts: () => [] } })
    let sizes = 0
    const held = await heldMs(async () => {
      for (let count = 0; count < cases; count += 1) {
        const size = await linkSize(url, 5_000)
        if (size !== undefined) sizes += 1
        expect(size === undefined || size >= 0).toBe(true)
      }
    })
    expect(sizes).toBeGreaterThan(0)
    expect(sizes).toBeLessThan(cases)
    expectNotHeld(held)
  })
})

const statuses = ['200 OK', '206 Partial Content', '302 Found', '404 Not Found', '500 x', '999 x', '000 ', 'abc', '']
const headers = [
  'Content-Length: 1000',
  'Content-Length: 100000000000000',
  'Content-Length: -1',
  'Content-Length: 1e9',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: chunked',
  'Location: /film.mkv',
  'Location: file:///etc/passwd',
  'Location: http://[::1',
  'Content-Disposition: attachment; filename="../../x"',
  `X-Long: ${'x'.repeat(20_000)}`,
  'X-\0: y',
  ': empty',
  'folded\r\n  header',
]

function hostileResponse(random: (below: number) => number): Buffer {
  const status = random(2) === 0 ? '200 OK' : statuses[random(statuses.length)]
  const lines = Array.from({ length: 1 + random(2) }, () => headers[random(headers.length)] ?? '')
  const start = random(20) === 0 ? 'HTTP/9.9 ' : 'HTTP/1.1 '
  const bytes = Buffer.from([`${start}${status}`, ...lines, '', ''].join('\r\n'), 'latin1')
  if (random(4) === 0) bytes[random(bytes.length)] = random(256)
  return random(4) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
}
