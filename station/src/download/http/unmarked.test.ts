/** Servers whose ETag, Last-Modified or If-Range do not help, on a line that breaks: what is here is kept, and two versions are never mixed (RFC 9110, 13.1.5). */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'

const cutAfter = 3_000_000
/** takesIfRange: or answers it with the whole file, or sends the range whatever it says. headers: of each answer. */
type Manner = { takesIfRange: boolean | 'ignored'; headers: () => Record<string, string>; cuts?: boolean; hasLength?: boolean }

const begunAt = Date.now()
let aheadMs = 0
const fixture = setUpDownloads({ now: () => begunAt + aheadMs, searchPath: '', packaged: '' })
beforeEach(async () => {
  aheadMs = 0
  await fixture.open()
})

async function serve(first: Buffer, manner: Manner) {
  let body = first
  let current = manner
  const sent = { bytes: 0, requests: 0 }
  const server = http.createServer((request, response) => {
    sent.requests += 1
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const headers = current.headers()
    const ifRange = request.headers['if-range']
    const isOfFile = ifRange === headers.etag || ifRange === headers['last-modified']
    const isSame = ifRange === undefined || current.takesIfRange === 'ignored' || (current.takesIfRange && isOfFile)
    const from = range && isSame ? Number(range[1]) : 0
    const end = range?.[2] && isSame ? Number(range[2]) + 1 : body.length
    response.writeHead(range && isSame ? 206 : 200, {
      ...headers,
      'accept-ranges': 'bytes',
      ...(current.hasLength === false ? {} : { 'content-length': end - from }),
      ...(range && isSame ? { 'content-range': `bytes ${from}-${end - 1}/${body.length}` } : {}),
    })
    const part = body.subarray(from, Math.min(end, from + (current.cuts === false ? Infinity : cutAfter)))
    response.on('close', () => (sent.bytes += response.socket?.bytesWritten ?? 0))
    if (part.length === end - from) response.end(part)
    else response.write(part, () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => (server.closeAllConnections(), server.close()))
  // NOTE: a listening TCP server has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/film.bin`,
    sent,
    becomes(next: Buffer, how: Partial<Manner> = {}): void {
      body = next
      current = { ...current, ...how }
    },
  }
}

const task = (id: string) => fixture.box.task(id)

/** Each try that ends is followed by the next one. Returns how many there were. */
async function follow(id: string): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    await until('the try is over', async () => (await task(id)).is_done || (await task(id)).wait?.reason === 'retry')
    if ((await task(id)).is_done) return tries
    aheadMs += 901_000
    await until('it is tried again', async () => (await task(id)).wait?.reason !== 'retry')
  }
}

describe('P41: a file of 24 MB on a line that breaks after each 3 MB is whole after a few tries', () => {
  let count = 0
  test.each<[string, Manner]>([
    ['answers If-Range with 200', { takesIfRange: false, headers: () => ({ etag: '"stays"' }) }],
    [
      'answers If-Range with 200, with Last-Modified',
      { takesIfRange: false, headers: () => ({ 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }) },
    ],
    ['has a new ETag in each answer', { takesIfRange: true, headers: () => ({ etag: `"${(count += 1)}"` }) }],
    [
      'has a new ETag and one Last-Modified',
      { takesIfRange: true, headers: () => ({ etag: `"${(count += 1)}"`, 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }) },
    ],
    [
      'ignores If-Range, and has a new ETag in each answer',
      { takesIfRange: 'ignored', headers: () => ({ etag: `"${(count += 1)}"` }) },
    ],
    [
      'is two machines, each with marks of its own',
      {
        takesIfRange: true,
        headers: () => ({ etag: `"${(count += 1) % 2}"`, 'last-modified': `Mon, 0${1 + (count % 2)} Jan 2024 00:00:00 GMT` }),
      },
    ],
    [
      'says that the file is of the time of its answer',
      {
        takesIfRange: true,
        headers: () => ({ 'last-modified': new Date(Date.now() - ((count += 1) % 3) * 1_000).toUTCString() }),
      },
    ],
    ['has a weak ETag that changes', { takesIfRange: false, headers: () => ({ etag: `W/"${(count += 1)}"` }) }],
    ['says nothing of the file', { takesIfRange: true, headers: () => ({}) }],
    ['does not say its length', { takesIfRange: true, hasLength: false, headers: () => ({}) }],
    ['does not say its length, and has an ETag', { takesIfRange: true, hasLength: false, headers: () => ({ etag: '"stays"' }) }],
  ])('where the server %s', async (_, manner) => {
    const body = randomBytes(24_000_000)
    const server = await serve(body, manner)
    const id = await fixture.start(server.url)
    expect(await follow(id)).toBeLessThan(9)
    expect(fixture.box.read('film.bin')?.equals(body)).toBe(true)
    expect(server.sent.bytes).toBeLessThan(3 * body.length)
  })
})

describe('P37: a file that changed between two tries is never a mixture', () => {
  const old = randomBytes(5_000_000)
  const date = (day: number) => ({ 'last-modified': `Mon, 0${day} Jan 2024 00:00:00 GMT` })
  const other = randomBytes(5_000_000)
  const tailChanged = Buffer.concat([old.subarray(0, 4_000_000), randomBytes(1_000_000)])
  const silent = { takesIfRange: true, headers: () => ({}) }
  const dated = { takesIfRange: true, headers: () => date(1) }
  const tagged = { takesIfRange: false, headers: () => ({ etag: '"1"' }) }
  test.each<[string, { next: Buffer; manner: Manner; later: Partial<Manner> }]>([
    ['another length', { next: randomBytes(6_000_000), manner: silent, later: {} }],
    ['a length that it does not say', { next: other, manner: { ...silent, hasLength: false }, later: {} }],
    [
      'a length that it does not say, and another ETag',
      {
        next: tailChanged,
        manner: { ...silent, hasLength: false, headers: () => ({ etag: '"1"' }) },
        later: { headers: () => ({ etag: '"2"' }) },
      },
    ],
    ['the same length and no word of it', { next: other, manner: silent, later: {} }],
    ['another Last-Modified', { next: other, manner: dated, later: { headers: () => date(2) } }],
    [
      'another Last-Modified, and If-Range is ignored',
      { next: other, manner: { ...dated, takesIfRange: false }, later: { headers: () => date(2) } },
    ],
    [
      'another ETag, and a range whatever If-Range says',
      { next: tailChanged, manner: { ...tagged, takesIfRange: 'ignored' }, later: { headers: () => ({ etag: '"2"' }) } },
    ],
    [
      'another Last-Modified, and a range whatever If-Range says',
      { next: tailChanged, manner: { ...dated, takesIfRange: 'ignored' }, later: { headers: () => date(2) } },
    ],
    [
      'another ETag that stays, and If-Range is ignored',
      { next: tailChanged, manner: tagged, later: { headers: () => ({ etag: '"2"' }) } },
    ],
  ])('with %s', async (_, { next, manner, later }) => {
    const server = await serve(old, manner)
    const id = await fixture.start(server.url)
    await until('the line broke', async () => (await task(id)).is_done || (await task(id)).wait?.reason === 'retry')
    expect((await task(id)).is_done).toBe(false)
    expect((await task(id)).down_size).toBeGreaterThan(1_000_000)
    server.becomes(next, { ...later, cuts: false })
    aheadMs += 901_000
    await follow(id)
    expect(fixture.box.read('film.bin')?.equals(next)).toBe(true)
  })
})

// Its first connection may bring all of the file that was there.
test.each([
  ['ETag', (nth: number) => ({ etag: nth > 2 ? '"2"' : '"1"' })],
  ['Last-Modified', (nth: number) => ({ 'last-modified': `Mon, 0${nth > 2 ? 8 : 1} Jan 2024 00:00:00 GMT` })],
])('P37: a file that is replaced while several connections bring it is never a mixture: another %s', async (_, headersOf) => {
  const next = randomBytes(24_000_000)
  let requests = 0
  const first = randomBytes(24_000_000)
  const server = await serve(first, {
    takesIfRange: 'ignored',
    cuts: false,
    headers() {
      requests += 1
      if (requests === 3) server.becomes(next)
      return headersOf(requests)
    },
  })
  const id = await fixture.start(server.url)
  await follow(id)
  const file = fixture.box.read('film.bin')
  expect([first, next].filter((one) => file?.equals(one))).toHaveLength(1)
})

test('P41: a file without a length whose last word is missing is whole where its server says that nothing follows', async () => {
  const body = randomBytes(2_000_000)
  let requests = 0
  const server = http.createServer((request, response) => {
    requests += 1
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (from >= body.length) return void response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end()
    const range = { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}`, 'content-length': body.length - from }
    response.writeHead(from > 0 ? 206 : 200, { 'accept-ranges': 'bytes', etag: '"1"', ...(from > 0 && range) })
    if (from > 0) return void response.end(body.subarray(from))
    response.write(body, () => setTimeout(() => response.destroy(), 300))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => (server.closeAllConnections(), server.close()))
  // NOTE: a listening TCP server has this kind of address.
  const id = await fixture.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/film.bin`)
  expect(await follow(id)).toBe(2)
  expect(fixture.box.read('film.bin')?.equals(body)).toBe(true)
  expect(requests).toBeLessThan(6)
})
