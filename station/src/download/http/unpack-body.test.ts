/** Answers that were packed although `identity` was requested: the person gets the file, and a packed file as it is. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'

const fixture = setUpDownloads({ isOpen: true })
const text = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n'.repeat(40))

type Answer = { path: string; body: Buffer; headers: Record<string, string>; sizes?: boolean }

async function bring({ path, body, headers, sizes = true }: Answer) {
  const server = http.createServer((request, response) => {
    const [, from = '0'] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    const part = body.subarray(Number(from))
    response.writeHead(from === '0' ? 200 : 206, {
      ...headers,
      ...(sizes && { 'content-length': part.length, etag: '"a"', 'accept-ranges': 'bytes' }),
      ...(from !== '0' && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
    })
    response.end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => (server.closeAllConnections(), server.close()))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${path}`
  const { task_id = '' } = await fixture.box.act('start_task', { url })
  await until('it is over', async () => [0, 2, 3].includes((await fixture.box.task(task_id)).status))
  const { status, name, total_size } = await fixture.box.task(task_id)
  return { isDone: status === 2, name, total_size, read: fixture.box.read(name) ?? Buffer.alloc(0) }
}

// RFC 9110, 8.4.1; RFC 1950 for deflate, which some send without its head (RFC 1951).
describe('a file that its server packed for the way is unpacked', () => {
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['identity', text],
  ])('%s', async (coding, body) => {
    for (const sizes of [true, false]) {
      const { isDone, read, total_size } = await bring({ path: '/a.srt', body, headers: { 'content-encoding': coding }, sizes })
      expect(isDone).toBe(true)
      expect(read.equals(text)).toBe(true)
      expect(total_size).toBe(text.length)
    }
  })

  test('over several connections too, a film among them', async () => {
    const film = Buffer.concat([randomBytes(3_000_000), Buffer.alloc(1_000_000)])
    const { isDone, read } = await bring({ path: '/film.mkv', body: gzipSync(film), headers: { 'content-encoding': 'gzip' } })
    expect(isDone).toBe(true)
    expect(read.equals(film)).toBe(true)
  })
})

describe('a file stays as it was sent', () => {
  const packed = gzipSync(text)
  test.each<Answer & { why: string }>([
    { why: 'is a packed one by its name', path: '/x.tar.gz', headers: {}, body: packed },
    {
      why: 'is a packed one by the name that the server gives',
      path: '/get',
      headers: { 'content-disposition': 'attachment; filename="x.tgz"' },
      body: packed,
    },
    { why: 'is a packed one by its type', path: '/get', headers: { 'content-type': 'application/x-gzip' }, body: packed },
    { why: 'is not packed at all', path: '/a.srt', headers: {}, body: text },
    { why: 'is cut', path: '/a.srt', headers: {}, body: packed.subarray(0, 40) },
    { why: 'is of a coding that nobody knows', path: '/a.srt', headers: { 'content-encoding': 'x-own' }, body: text },
    { why: 'would fill the disk', path: '/a.srt', headers: {}, body: gzipSync(Buffer.alloc(80 * 1024 * 1024)) },
  ])('that $why', async ({ path, headers, body }) => {
    const { isDone, read } = await bring({ path, body, headers: { 'content-encoding': 'gzip', ...headers } })
    expect(isDone).toBe(true)
    expect(read.equals(body)).toBe(true)
  })
})
