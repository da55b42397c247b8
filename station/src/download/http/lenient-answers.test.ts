/** Answers whose head or body is no quite right one, each tried in curl 7.88 and Chromium: what either of them takes whole is a file, and what neither takes is none. */
import { randomBytes } from 'node:crypto'
import net, { type AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'

const fixture = setUpDownloads({ isOpen: true })

/** end: how the connection ends after the answer. */
async function bring(answer: Buffer, end: 'ends' | 'breaks' = 'ends') {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      if (end === 'ends') socket.end(answer)
      else socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 100))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => server.close())
  // NOTE: a listening TCP server has this kind of address.
  const { port } = server.address() as AddressInfo
  const { task_id = '' } = await fixture.box.act('start_task', { url: `http://127.0.0.1:${port}/a.srt` })
  const task = () => fixture.box.task(task_id)
  await until('it is over', async () => [0, 2, 3].includes((await task()).status) || (await task()).wait?.reason === 'retry')
  const { status, reason, name } = await task()
  return { status, reason, text: status === 2 ? String(fixture.box.read(name) ?? '') : '' }
}

const hello = Buffer.from('hello')
const packed = gzipSync(hello)
const answer = (head: string, body: string | Buffer = '') => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
const chunked = (body: string, head = 'Transfer-Encoding: chunked') => answer(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`)
const ofLength = (length: string) => answer(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nhello`)
const coded = (coding: string, body: Buffer) =>
  answer(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`, body)
const inChunks = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
const sound = '5\r\nhello\r\n0\r\n\r\n'

describe('P41: a body comes whole', () => {
  test.each([
    ['in chunks whose lines end in LF', chunked('5\nhello\n0\n\n')],
    ['in chunks whose sizes end in LF', chunked('5\nhello\r\n0\r\n\r\n')],
    ['in chunks without the last line end', chunked('5\r\nhello\r\n0\r\n')],
    ['in chunks without any behind the last one', chunked('5\r\nhello\r\n0')],
    ['in chunks with extensions', chunked('5;a=b;c="d e"\r\nhello\r\n0;x\r\n\r\n')],
    ['in chunks with blanks behind the size', chunked('5  \r\nhello\r\n0 \r\n\r\n')],
    ['in chunks with zeros before the size', chunked('000000000000000000005\r\nhello\r\n0000\r\n\r\n')],
    ['in chunks of one byte', chunked('1\nh\n1\ne\n1\r\nl\r\n1\r\nl\r\n1\r\no\r\n0\r\n\r\n')],
    ['in chunks with trailers', chunked('5\r\nhello\r\n0\r\nX-A: b\r\nContent-Length: 9\r\n\r\n')],
    ['in chunks with words behind them', chunked('5\r\nhello\r\n0\r\n\r\ngarbage')],
    ['in CHUNKS', chunked(sound, 'TRANSFER-ENCODING: CHUNKED')],
    ['in chunks of HTTP/1.0', answer(`HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${sound}`)],
    ['in chunks that are named twice', chunked(sound, 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked')],
    ['in chunks behind another line', chunked(sound, 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked')],
    ['in chunks of a folded line', chunked(sound, 'Transfer-Encoding:\r\n chunked')],
    ['in chunks packed for the way', Buffer.concat([chunked('', 'Transfer-Encoding: gzip, chunked'), inChunks(packed)])],
    ['packed for the way', answer('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n', packed)],
    ['of a transfer that nobody knows', chunked('hello', 'Transfer-Encoding: x-chunked')],
    [
      'behind an answer of 100',
      answer('HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n'),
    ],
    ['with zeros before its length', ofLength('005')],
    ['with a length below nothing', ofLength('-1')],
    ['with a length in quotes', ofLength('"5"')],
    ['with a length without measure', ofLength('99999999999999999999999')],
    ['with a length that is signed', ofLength('+5')],
    ['of HTTP/2.0', answer('HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello')],
    ['of HTTP/1.2', answer('HTTP/1.2 200 OK\r\nContent-Length: 5\r\n\r\nhello')],
    ['of no version', answer('HTTP 200 OK\r\nContent-Length: 5\r\n\r\nhello')],
    ['of a connection that is kept', answer('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello')],
    ['with blanks before its head', answer('\r\n\r\n  HTTP/1.1  200  OK\r\nContent-Length: 5\r\n\r\nhello')],
    ['with a mark of text before its head', answer('\xef\xbb\xbfHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello')],
    ['with a folded first line', answer('HTTP/1.1 200 OK\r\n X-A: b\r\nContent-Length: 5\r\n\r\nhello')],
    ['with a name of nothing', answer('HTTP/1.1 200 OK\r\n: x\r\nContent-Length: 5\r\n\r\nhello')],
    ['gzip with words behind it', coded('gzip', Buffer.concat([packed, Buffer.from('garbage')]))],
    ['gzip with a line end behind it', coded('gzip', Buffer.concat([packed, Buffer.from('\r\n')]))],
    ['gzip without its last bytes', coded('gzip', packed.subarray(0, -8))],
    ['gzip in two members', coded('gzip', Buffer.concat([gzipSync('he'), gzipSync('llo')]))],
    ['gzip that is zlib', coded('gzip', deflateSync(hello))],
    ['gzip twice', coded('gzip, gzip', gzipSync(packed))],
    ['gzip of nobody’s coding', coded('gzip, identity', packed)],
    ['gzip and nothing', coded('gzip,', packed)],
    ['deflate with words behind it', coded('deflate', Buffer.concat([deflateSync(hello), Buffer.from('garbage')]))],
    ['Brotli with words behind it', coded('br', Buffer.concat([brotliCompressSync(hello), Buffer.from('garbage')]))],
    ['without a coding', coded('', hello)],
  ])('%s', async (_, bytes) => expect(await bring(bytes)).toEqual({ status: 2, reason: '', text: 'hello' }))
})

describe('P41: a body is none', () => {
  test.each([
    ['of chunks that are none', chunked('hello')],
    ['of chunks without measure', chunked('fffffffffffffffff\r\nhello\r\n0\r\n\r\n')],
    ['of chunks with 0x', chunked('0x5\r\nhello\r\n0\r\n\r\n')],
    ['of chunks below nothing', chunked('-5\r\nhello\r\n0\r\n\r\n')],
    ['of a chunk line without end', chunked(`${'0'.repeat(20_000)}5\r\nhello\r\n0\r\n\r\n`)],
    ['of no head', answer('hello')],
    ['of a status with four digits', answer('HTTP/1.1 2000 OK\r\nContent-Length: 5\r\n\r\nhello')],
  ])('%s, for good', async (_, bytes) => expect(await bring(bytes)).toMatchObject({ status: 3, reason: 'bad_answer' }))

  // The rest may come at another time.
  test.each([
    ['in chunks without the last one', chunked('5\r\nhello\r\n'), 'ends'],
    ['in a chunk that is cut', chunked('5\r\nhel'), 'ends'],
    ['in chunks and other words', chunked('5\r\nhello\r\nError in line 7'), 'ends'],
    ['of a length that is not reached', answer('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello'), 'ends'],
    ['without a length, of a connection that breaks', answer('HTTP/1.1 200 OK\r\n\r\nhello'), 'breaks'],
  ] as const)('%s, for now', async (_, bytes, end) =>
    expect(await bring(bytes, end)).toMatchObject({ status: 1, reason: 'no_network' }),
  )
})

test('P41: the ranges of a server whose heads end in LF come over several connections', async () => {
  const body = randomBytes(24_000_000)
  let requests = 0
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      const range = /^range: bytes=(\d+)-(\d*)/im.exec(bytes.toString('latin1'))
      const [from, end] = [Number(range?.[1] ?? 0), range?.[2] ? Number(range[2]) + 1 : body.length]
      const ofRange = range ? `Content-Range: bytes ${from}-${end - 1}/${body.length}\n` : ''
      requests += 1
      socket.write(
        `HTTP/1.1 ${range ? 206 : 200} OK\nAccept-Ranges: bytes\nETag: "a"\n${ofRange}Content-Length: ${end - from}\n\n`,
      )
      if (!bytes.toString('latin1').startsWith('HEAD')) socket.write(body.subarray(from, end))
      socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => server.close())
  // NOTE: a listening TCP server has this kind of address.
  const { port } = server.address() as AddressInfo
  const id = await fixture.start(`http://127.0.0.1:${port}/film.bin`)
  await fixture.isDone(id)
  expect(fixture.box.read('film.bin')?.equals(body)).toBe(true)
  expect(requests).toBeGreaterThan(3)
})
