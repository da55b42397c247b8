/** Answers of servers that browsers and curl take: heads in many forms, redirects with cookies and raw bytes. Answers that nobody can take are final. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { gzipSync } from 'node:zlib'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, describe, test, beforeEach } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { failureOf } from '../engine/failure.ts'
import { connectionError } from './url-error.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { setUpDownloads } from '../../testing/downloads.ts'

const begunAt = Date.now()
let aheadMs = 0
const fixture = setUpDownloads({ isOpen: true, now: () => begunAt + aheadMs })
let requests: string[] = []
beforeEach(() => {
  requests = []
  aheadMs = 0
})

/** answer: as Latin-1, by the request's head. */
async function serve(answer: (head: string) => string): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      const head = bytes.toString('latin1')
      requests.push(head)
      socket.end(Buffer.from(answer(head), 'latin1'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const task = (id: string) => fixture.box.task(id)
const ends = (id: string) =>
  until('it is over', async () => [0, 2, 3].includes((await task(id)).status) || (await task(id)).wait?.reason === 'retry')

async function bring(url: string) {
  const { task_id = '' } = await fixture.box.act('start_task', { url })
  await ends(task_id)
  const { status, reason, name } = await task(task_id)
  return { isDone: status === 2, reason, name, text: String(fixture.box.read(name) ?? '') }
}

// RFC 9112, 2.2, 5.1 and 6.3; RFC 9110, 8.6; curl 8 and Chromium take each of these.
describe('P41: a head is read', () => {
  test.each([
    ['with the length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello'],
    ['with the length twice in one line', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello'],
    [
      'with a length beside chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ],
    ['with a blank before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello'],
    ['with bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 5\n\nhello'],
    ['with a line that is no header', 'HTTP/1.1 200 OK\r\nsome words\r\nContent-Length: 5\r\n\r\nhello'],
    ['with a name that none may have', 'HTTP/1.1 200 OK\r\nX(A) b: c\r\nContent-Length: 5\r\n\r\nhello'],
    ['with an empty length', 'HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello'],
    ['with a word behind the length', 'HTTP/1.1 200 OK\r\nContent-Length: 5 bytes\r\n\r\nhello'],
    ['of Icecast', 'ICY 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['without words', 'HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello'],
    ['in small letters', 'http/1.1 200 ok\r\ncontent-length: 5\r\n\r\nhello'],
    ['with a folded line', 'HTTP/1.1 200 OK\r\nX-A: b\r\n  c\r\nContent-Length: 5\r\n\r\nhello'],
    ['with control characters', 'HTTP/1.1 200 OK\r\nX-A: b\x01\x00c\r\nContent-Length: 5\r\n\r\nhello'],
    ['with more bytes than it says', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more'],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\nhello'],
    [
      'of a range that nobody requested',
      'HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/5\r\nContent-Length: 5\r\n\r\nhello',
    ],
    ['of another server that changed it', 'HTTP/1.1 203 Non-Authoritative Information\r\nContent-Length: 5\r\n\r\nhello'],
    ['of a file that it has just made', 'HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello'],
    ['with a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n\r\nhello'],
    ['with a length in other words', 'HTTP/1.1 200 OK\r\nContent-Length: 4.5e0\r\n\r\nhello'],
    ['of 40 KB', `HTTP/1.1 200 OK\r\nX-Policy: ${'a'.repeat(40_000)}\r\nContent-Length: 5\r\n\r\nhello`],
    [
      'of a range that ends behind its file',
      'HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/4\r\nContent-Length: 5\r\n\r\nhello',
    ],
    [
      'of such a range in other words',
      'HTTP/1.1 206 Partial Content\r\nContent-Range: Bytes=0-4/5\r\nContent-Length: 5\r\n\r\nhello',
    ],
  ])('%s', async (_, answer) => {
    expect(await bring(`${await serve(() => answer)}/a.bin`)).toEqual({ isDone: true, reason: '', name: 'a.bin', text: 'hello' })
  })

  test.each([
    ['lengths that contradict each other', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['no http at all', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['no word at the begin', '\x16\x03\x01\r\n\r\n'],
    ['a status without a file', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['a redirect to nowhere', 'HTTP/1.1 302 Found\r\nLocation:\r\nContent-Length: 5\r\n\r\nhello'],
    ['a file that did not change since nobody knows when', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
  ])('%s are final', async (_, answer) => {
    expect(await bring(`${await serve(() => answer)}/a.bin`)).toMatchObject({ isDone: false, reason: 'bad_answer' })
    // Twice each: to learn its size, and to bring it.
    expect(requests.length).toBeLessThanOrEqual(4)
  })
})

test.each([
  ['is still being made', 'HTTP/1.1 202 Accepted\r\nContent-Length: 5\r\n\r\nhello', 'busy'],
  [
    'comes in parts with heads of their own',
    'HTTP/1.1 206 Partial Content\r\nContent-Type: multipart/byteranges; boundary=x\r\nContent-Length: 5\r\n\r\n--x--',
    'no_network',
  ],
])('P41: a file that %s is asked for again', async (_, answer, reason) => {
  const { task_id = '' } = await fixture.box.act('start_task', { url: `${await serve(() => answer)}/a.bin` })
  await ends(task_id)
  expect(await task(task_id)).toMatchObject({ status: 1, reason, wait: { reason: 'retry' } })
})

describe('a redirect', () => {
  const to = (location: string, more = '') => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\n${more}Content-Length: 0\r\n\r\n`
  const file = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'

  test('sets cookies that the same host gets back, and no other', async () => {
    const other = await serve((head) => (head.includes('Cookie') ? to('/wrong') : file))
    const url = await serve((head) => {
      if (/\r\nCookie: a=1; b=x=2\r\n/i.test(head)) return to(`${other.replace('127.0.0.1', 'localhost')}/a.bin`)
      return to('/again', 'Set-Cookie: a=1; Path=/; HttpOnly\r\nSet-Cookie: b=x=2\r\nSet-Cookie: gone=1; Max-Age=0\r\n')
    })
    expect(await bring(`${url}/a.bin`)).toMatchObject({ isDone: true, text: 'hello' })
  })

  test('keeps user and password for its own server, which writes its whole address, and for no other', async () => {
    const login = `Authorization: Basic ${Buffer.from('me:secret').toString('base64')}`
    const other = await serve((head) => (/authorization/i.test(head) ? to('/wrong') : file))
    const url = await serve((head) => {
      if (!head.toLowerCase().includes(login.toLowerCase())) return 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'
      const own = `http://${/host: (\S+)/i.exec(head)?.[1] ?? ''}`
      return /^\w+ \/second/.test(head) ? to(`${other}/a.bin`) : to(`${own}/second`)
    })
    expect(await bring(`${url.replace('://', '://me:secret@')}/a.bin`)).toMatchObject({ isDone: true, text: 'hello' })
  })

  // Fetch, 4.4: the twenty-first is an error.
  test.each([
    [20, { isDone: true, text: 'hello' }],
    [21, { isDone: false, reason: 'bad_answer' }],
  ])('may be one of %i', async (count, expected) => {
    const url = await serve((head) => {
      const step = Number(/^\w+ \/(\d+)/.exec(head)?.[1])
      return step < count ? to(`/${step + 1}`) : file
    })
    expect(await bring(`${url}/0`)).toMatchObject(expected)
  })

  const hash = 'ab'.repeat(20)
  test.each(['/dl/1', '/dl/1.torrent'])('of %s to a magnet makes the task that magnet’s', async (path) => {
    const url = await serve(() => to(`magnet:?xt=urn:btih:${hash}&dn=a`))
    const { task_id = '' } = await fixture.box.act('start_task', { url: url + path })
    await until(
      'it is the magnet',
      async () => [3, 1].includes((await task(task_id)).status) && (await task(task_id)).url.startsWith('magnet:'),
    )
    expect(await task(task_id)).toMatchObject({ kind: 'magnet', name: 'a' })
  })

  const wrapped = (link: string) => `thunder://${Buffer.from(`AA${link}ZZ`).toString('base64')}`
  test('to a wrapped magnet makes the task that magnet’s', async () => {
    const url = await serve(() => to(wrapped(`magnet:?xt=urn:btih:${hash}&dn=a`)))
    const { task_id = '' } = await fixture.box.act('start_task', { url: `${url}/a` })
    await until('it is the magnet', async () => (await task(task_id)).kind === 'magnet')
  })

  test.each(['ftp', 'thunder'])('P34: to another kind of server is not followed: %s', async (scheme) => {
    const link = (await serve(() => '220 ready\r\n')).replace('http', 'ftp') + '/film.mkv'
    const url = await serve(() => to(scheme === 'ftp' ? link : wrapped(link)))
    expect(await bring(`${url}/a.bin`)).toMatchObject({ isDone: false, reason: 'bad_answer' })
  })

  test('to a wrapped web address is followed', async () => {
    const url = await serve((head) => {
      const own = `http://${/host: (\S+)/i.exec(head)?.[1] ?? ''}/b.bin`
      return head.startsWith('GET /b.bin') ? file : to(wrapped(own))
    })
    expect(await bring(`${url}/a.bin`)).toMatchObject({ isDone: true, text: 'hello' })
  })

  test('to a file of the box’s own disk is no answer', async () => {
    const url = await serve(() => to('file:///etc/passwd'))
    expect(await bring(`${url}/a`)).toMatchObject({ isDone: false, reason: 'bad_answer' })
  })

  // WHATWG URL: bytes beyond ASCII are percent-encoded as they are.
  test.each([
    ['UTF-8', Buffer.from('/流浪.mkv').toString('latin1'), '/%E6%B5%81%E6%B5%AA.mkv'],
    ['GBK', '/\xc1\xf7\xc0\xcb.mkv', '/%C1%F7%C0%CB.mkv'],
    ['Latin-1', '/Am\xe9lie.mkv', '/Am%E9lie.mkv'],
    ['a query with blanks', `/get it?name=${Buffer.from('流 浪').toString('latin1')}`, '/get%20it?name=%E6%B5%81%20%E6%B5%AA'],
  ])('may have raw bytes: %s', async (_, location, path) => {
    const url = await serve((head) => (head.startsWith('GET /first') ? to(location) : file))
    expect(await bring(`${url}/first.mkv`)).toMatchObject({ isDone: true, text: 'hello' })
    expect(requests.at(-1)).toContain(`GET ${path} HTTP/1.1`)
  })
})

test('a torrent file that its address does not show becomes the torrent, packed or not', async () => {
  const torrent = torrentOf({ name: 'show', files: { 'a.mkv': Buffer.alloc(70_000, 1) }, announce: 'http://127.0.0.1:9/a' })
  for (const [path, bytes] of [
    ['/dl.php?file=film.torrent', torrent.bytes],
    ['/download/7', gzipSync(torrent.bytes)],
    ['/film.torrent', gzipSync(torrent.bytes)],
  ] as const) {
    const url = await serve(
      () =>
        `HTTP/1.1 200 OK\r\nContent-Type: application/x-bittorrent\r\nContent-Length: ${bytes.length}\r\n\r\n${bytes.toString('latin1')}`,
    )
    const { task_id = '' } = await fixture.box.act('start_task', { url: url + path })
    await until(
      'its files are known',
      async () => (await task(task_id)).url.startsWith('magnet:') && (await task(task_id)).total_size > 0,
    )
    expect(await task(task_id)).toMatchObject({ kind: 'magnet', name: 'show', total_size: 70_000 })
    await fixture.box.act('remove_task_and_file', { task_id, files: 1 })
  }
  expect(readdirSync(fixture.box.root).filter((name) => name !== '.incoming')).toEqual([])
})

test('a file that only begins as a torrent stays a file', async () => {
  const url = await serve(() => 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nd8:announced')
  expect(await bring(`${url}/a.txt`)).toMatchObject({ isDone: true, text: 'd8:announced' })
})

test.each(['constructor', 'none', 'utf-8', 'toString, gzip'])('a coding that nobody knows is none: %s', async (coding) => {
  const url = await serve(() => `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: 5\r\n\r\nhello`)
  expect(await bring(`${url}/a.srt`)).toMatchObject({ isDone: true, text: 'hello' })
})

// OpenSSL's and Node's words for a certificate that cannot be trusted.
test.each([
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])('%s is final, and told as a certificate', (code) => {
  const { message } = connectionError(Object.assign(new Error('no'), { code }))
  expect(failureOf({ error: 1, error_text: message })).toEqual({ code: TaskCode.notStarted, reason: 'certificate' })
  expect(connectionError(Object.assign(new Error('no'), { code: 'ECONNRESET' })).message).toBe('no')
})

describe('P41: a server that lets nobody have many connections', () => {
  const body = randomBytes(24_000_000)
  test.each([
    ['answers 503 to the second one', 503, 1, 1],
    ['bans whoever opens a third one, with 403', 403, 2, 6],
  ])('%s is asked over one, and brings the file', async (_, ...[status, most, bannedFor]) => {
    let open = 0
    let banned = 0
    const statuses: number[] = []
    const server = http.createServer((request, response) => {
      if (request.method === 'HEAD') return void response.writeHead(405).end()
      if (open >= most) banned = bannedFor
      const isRefused = banned > 0
      if (isRefused) banned -= 1
      statuses.push(isRefused ? status : 206)
      if (isRefused) return void response.writeHead(status).end()
      open += 1
      response.on('close', () => (open -= 1))
      const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
      const [from, end] = [Number(range?.[1] ?? 0), range?.[2] ? Number(range[2]) + 1 : body.length]
      const headers = { 'accept-ranges': 'bytes', etag: '"a"', 'content-length': end - from }
      response.writeHead(range ? 206 : 200, {
        ...headers,
        ...(range && { 'content-range': `bytes ${from}-${end - 1}/${body.length}` }),
      })
      response.end(body.subarray(from, end))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    fixture.closing.push(() => (server.closeAllConnections(), server.close()))
    const address = server.address()
    const { task_id = '' } = await fixture.box.act('start_task', {
      url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/film.bin`,
    })
    for (let tries = 0; tries < 12 && !(await task(task_id)).is_done; tries += 1) {
      await until(
        'the try is over',
        async () => (await task(task_id)).status !== 1 || (await task(task_id)).wait?.reason === 'retry',
      )
      expect((await task(task_id)).status).not.toBe(3)
      aheadMs += 901_000
      await until('it is tried again', async () => (await task(task_id)).wait?.reason !== 'retry')
    }
    expect(fixture.box.read('film.bin')?.equals(body)).toBe(true)
    expect(statuses).toContain(status)
  })
})
