/** Torrent files at web addresses, as servers send them: for a link and for a magnet alike. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { bencode } from '../../testing/swarm.ts'

const fixture = setUpDownloads({ isOpen: true })
const info = { name: 'e.iso', length: 5, 'piece length': 16_384, pieces: createHash('sha1').update('hello').digest() }
const bytes = bencode({ info })
const infoHash = createHash('sha1').update(bencode(info)).digest('hex')
const mark = Buffer.from('\ufeff')
/** Answers that ended before their end. */
let closed: string[] = []
afterEach(() => {
  closed = []
})

type Answer = (response: ServerResponse, cookie: string) => Promise<void> | void

async function serve(answers: Record<string, Answer>): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    response.on('close', () => void (response.writableFinished || closed.push(path)))
    const answer = answers[path]
    if (answer) void answer(response, request.headers.cookie ?? '')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** Each in a chunk of its own. */
async function byBytes(response: ServerResponse, body: Buffer): Promise<void> {
  for (const byte of body) await new Promise<unknown>((sent) => response.write(Buffer.of(byte), sent))
  response.end()
}

/** A magnet is asked for once a minute: each address has one of its own. */
const hashAt = (path: string) => (path === '/e.torrent' ? infoHash : createHash('sha1').update(path).digest('hex'))

const ways: [way: string, address: (at: string, path: string) => string][] = [
  ['a link', (at, path) => `${at}${path}`],
  ['a magnet that names it', (at, path) => `magnet:?xt=urn:btih:${hashAt(path)}&xs=${encodeURIComponent(at + path)}`],
]

describe.each(ways)('the torrent file of %s', (_, address) => {
  test.each<[string, Answer]>([
    ['whole', (response) => void response.end(bytes)],
    ['byte by byte', (response) => byBytes(response, bytes)],
    ['packed, byte by byte', (response) => byBytes(response, gzipSync(bytes))],
    ['behind a byte order mark', (response) => void response.end(Buffer.concat([mark, bytes]))],
    ['behind empty lines', (response) => void response.end(Buffer.concat([Buffer.from('\r\n\n'), bytes]))],
    ['packed behind a byte order mark', (response) => void response.end(Buffer.concat([mark, gzipSync(bytes)]))],
    ['with a byte order mark, packed', (response) => void response.end(gzipSync(Buffer.concat([mark, bytes])))],
    ['packed twice', (response) => void response.end(gzipSync(gzipSync(bytes)))],
    ['packed by Zstandard', (response) => void response.end(zstdCompressSync(bytes))],
    ['packed by Brotli', (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(bytes))],
    ['packed by deflate', (response) => void response.writeHead(200, { 'content-encoding': 'Deflate' }).end(deflateSync(bytes))],
    [
      'with a key of capitals first',
      (response) => void response.end(Buffer.concat([Buffer.from('d7:Creator1:x'), bytes.subarray(1)])),
    ],
    ['packed, and said so', (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes))],
  ])('is read when it comes %s', async (_how, answer) => {
    const at = await serve({ '/e.torrent': answer })
    expect(await fixture.box.act('magnet_uri', { url: address(at, '/e.torrent') })).toMatchObject({
      data: { torrent_info: { name: 'e.iso' } },
    })
  })

  test('is read behind a redirect that wants its cookie back', async () => {
    const at = await serve({
      '/e.torrent': (response, cookie) =>
        void (cookie === 'c=1'
          ? response.end(bytes)
          : response.writeHead(307, { location: '/e.torrent', 'set-cookie': 'c=1; Path=/' }).end()),
    })
    expect(await fixture.box.act('magnet_uri', { url: address(at, '/e.torrent') })).toMatchObject({
      data: { torrent_info: { name: 'e.iso' } },
    })
  })

  test('P43: is left at its first bytes where it is something else, and at its limit where it has no end', async () => {
    const sent = { '/page.torrent': 0, '/endless.torrent': 0 }
    const endless = (path: keyof typeof sent, head: string): Answer => {
      const block = randomBytes(256 * 1024)
      return async (response) => {
        response.write(head)
        while (!response.destroyed && sent[path] < 100_000_000) {
          sent[path] += block.length
          if (!response.write(block)) await new Promise<void>((go) => void response.once('drain', go).once('close', go))
        }
      }
    }
    const at = await serve({
      '/page.torrent': endless('/page.torrent', '<!doctype html><title>Log in</title>'),
      '/endless.torrent': endless('/endless.torrent', 'd8:announce90000000:'),
    })
    for (const path of ['/page.torrent', '/endless.torrent'] as const) {
      void fixture.box.act('magnet_uri', { url: address(at, path) })
      await until('it was left', () => closed.includes(path))
    }
    // Sockets hold some of it on both sides.
    expect(sent['/page.torrent']).toBeLessThan(10_000_000)
    expect(sent['/endless.torrent']).toBeLessThan(40_000_000)
  })
})
