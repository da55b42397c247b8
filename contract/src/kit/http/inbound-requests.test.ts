import { once } from 'node:events'
import http, { type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { boundRequests } from './inbound-requests.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<{ server: http.Server; open: () => Promise<Line> }> {
  const server = http.createServer(listener)
  boundRequests(server)
  server.listen(0, '127.0.0.1')
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, open: () => openLine(port) }
}

type Line = { socket: Socket; received: () => string; isClosed: () => boolean }

async function openLine(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  let received = ''
  let isClosed = false
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  await once(socket, 'connect')
  return { socket, received: () => received, isClosed: () => isClosed }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
const chunksOf = (count: number, text: string) => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count)
const bodies = (text: string) => [...text.matchAll(/\r\n\r\n([^H]*)/g)].map(([, body]) => body)

test('P43: requests of a connection are carried out one after another, in their order; those of others meanwhile', async () => {
  let running = 0
  let most = 0
  const { open } = await serve(async ({ url, headers }, response) => {
    if (headers.host === 'a') most = Math.max(most, (running += 1))
    await after(url === '/slow' ? 50 : 1)
    if (headers.host === 'a') running -= 1
    response.setHeader('Content-Length', url?.length ?? 0).end(url)
  })
  const [line, other] = [await open(), await open()]
  line.socket.write(['/slow', '/b', '/c'].map(get).join(''))
  other.socket.write(get('/d').replace('Host: a', 'Host: other'))
  await until('all are answered', () => bodies(line.received()).length === 3 && other.received().endsWith('/d'))
  expect(bodies(line.received())).toEqual(['/slow', '/b', '/c'])
  expect(most).toBe(1)
})

test('P52: a connection on which over a hundred requests wait is closed; of a hundred each is answered', async () => {
  let carriedOut = 0
  const { open } = await serve((_, response) => {
    carriedOut += 1
    setImmediate(() => response.end())
  })
  const many = await open()
  many.socket.write(get('/').repeat(500))
  await until('it is closed', many.isClosed)
  expect(carriedOut).toBeLessThan(500)
  const line = await open()
  line.socket.write(get('/').repeat(101))
  await until('each is answered', () => line.received().split('HTTP/1.1 200').length === 102)
})

test('P43: a body in very many pieces of a byte closes its connection; one of longer pieces, or of some, comes whole', async () => {
  const { open } = await serve((request, response) => {
    let bytes = 0
    request.on('data', (piece: Buffer) => (bytes += piece.length))
    request.on('error', () => {})
    request.on('end', () => response.end(String(bytes)))
  })
  const short = await open()
  short.socket.write(post('/') + chunksOf(5_000, 'a'))
  await until('it is closed', short.isClosed)
  for (const body of [chunksOf(1_000, 'a'), chunksOf(5_000, 'a'.repeat(20))]) {
    const line = await open()
    line.socket.write(`${post('/')}${body}0\r\n\r\n`)
    await until('it is answered', () => /\r\n\r\n(?:1000|100000)$/.test(line.received()))
  }
})

test('P52: empty lines without end close a connection', async () => {
  const { open } = await serve((_, response) => response.end())
  const line = await open()
  line.socket.write(`${get('/')}${'\r\n'.repeat(200_000)}`)
  await until('it is closed', line.isClosed)
})

test('a body is read as fast as its reader takes it, and comes whole', async () => {
  const requests: IncomingMessage[] = []
  const { open } = await serve((request, response) => {
    requests.push(request)
    response.on('error', () => {})
    request.once('end', () => response.end('whole'))
  })
  const line = await open()
  const size = 8_000_000
  line.socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`)
  line.socket.write(Buffer.alloc(size, 'a'))
  await until('it has begun', () => (requests[0]?.readableLength ?? 0) > 0)
  await after(50)
  expect(requests[0]?.socket.bytesRead).toBeLessThan(4_000_000)
  const [request] = requests
  expect(request && (await buffer(request)).length).toBe(size)
  await until('it is answered', () => line.received().endsWith('whole'))
})

test('a body that nobody reads, of a request that was refused, is passed over, and the next request is answered', async () => {
  const { open } = await serve(({ url }, response) => response.setHeader('Content-Length', 2).end(url))
  const line = await open()
  line.socket.write(`POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n`)
  line.socket.write(Buffer.alloc(300_000, 'a'))
  line.socket.write(get('/b'))
  await until('both are answered', () => bodies(line.received()).length === 2)
  expect(bodies(line.received())).toEqual(['/a', '/b'])
})

test('whoever takes over a socket gets every byte behind the head, at once and later', async () => {
  const { server, open } = await serve((_, response) => response.end())
  const received: Buffer[] = []
  server.on('upgrade', (_request, socket, head: Buffer) => {
    received.push(head)
    socket.on('data', (bytes: Buffer) => received.push(bytes))
    socket.write('HTTP/1.1 101 Switching\r\n\r\n')
  })
  const line = await open()
  const text = Buffer.alloc(200_000, 'abcdefghij')
  line.socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`)
  line.socket.write(text.subarray(0, 100_000))
  await until('the first half is here', () => Buffer.concat(received).length === 100_000)
  line.socket.write(text.subarray(100_000))
  await until('all of it is here', () => Buffer.concat(received).length === text.length)
  expect(Buffer.concat(received).equals(text)).toBe(true)
})
