/** Both ends of a tunnel over a real WebSocket. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createTunnel, type Tunnel } from '@homeport/contract/kit/http/tunnel.ts'

let server: Server
let sockets: WebSocketServer
let cloud: Tunnel
let boxSocket: WebSocket
let arrived: Duplex[]

beforeEach(async () => {
  server = createServer()
  sockets = new WebSocketServer({ server })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  arrived = []
  const opened = once(sockets, 'connection')
  boxSocket = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  const [socket]: unknown[] = await opened
  if (!(socket instanceof WebSocket)) throw new Error('no socket')
  cloud = createTunnel(socket)
  await once(boxSocket, 'open')
})
afterEach(async () => {
  boxSocket.terminate()
  for (const socket of sockets.clients) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

const openBox = (onStream: (stream: Duplex) => void = (stream) => void arrived.push(stream)) => createTunnel(boxSocket, onStream)
/** Also with an error. */
const closed = (stream: Duplex | undefined) => new Promise((resolve) => stream?.once('close', resolve))
/** A message as an end of its own makes it. */
const message = (kind: number, bytes: Buffer = Buffer.alloc(0), id = 1) =>
  Buffer.concat([Buffer.from([kind, 0, 0, 0, id]), bytes])

test('bytes of any length come whole, both ways at once, and each way ends by itself', async () => {
  openBox((stream) => void stream.pipe(stream))
  const streams = [0, 1, 31, 32 * 1024, 32 * 1024 + 1, 5_000_000].map((length) => {
    const sent = randomBytes(length)
    const stream = cloud.open()
    stream.end(sent)
    return buffer(stream).then((received) => expect(received.equals(sent)).toBe(true))
  })
  await Promise.all(streams)
  await expect.poll(() => cloud.streams()).toBe(0)
})

test('an end that gives a stream up ends it at the other; the end of the socket ends all', async () => {
  openBox()
  const [first, other] = [cloud.open(), cloud.open()]
  await expect.poll(() => arrived.length).toBe(2)
  const gone = closed(arrived[0])
  first.destroy()
  await gone
  expect(arrived[1]?.destroyed).toBe(false)
  const over = closed(other)
  boxSocket.terminate()
  await Promise.all([over, cloud.ended])
  expect([cloud.isOpen(), arrived[1]?.destroyed]).toEqual([false, true])
  // A stream that is opened too late fails, and nothing else does.
  await closed(cloud.open().end('late'))
})

test('of more streams than a box takes, the others are given up at once', async () => {
  openBox()
  const streams = Array.from({ length: 70 }, () => cloud.open())
  await expect.poll(() => streams.filter((stream) => stream.destroyed).length).toBe(6)
  expect(arrived).toHaveLength(64)
})

test.each([
  ['more than it was given credit for', Array.from({ length: 33 }, () => message(1, Buffer.alloc(32 * 1024)))],
  ['a piece that is too long', [message(1, Buffer.alloc(32 * 1024 + 1))]],
  ['more after its end', [message(3), message(1, Buffer.alloc(1))]],
  ['credit for more than a window', [message(2, Buffer.from([0, 0, 0, 1]))]],
  ['half a credit', [message(2, Buffer.alloc(2))]],
  ['a stream of its own', [message(0)]],
  ['a kind that there is not', [message(7)]],
])('P43: an end that sends %s is cut off', async (_, messages) => {
  cloud.open()
  const closed = once(boxSocket, 'close')
  for (const one of messages) boxSocket.send(one)
  await closed
  await cloud.ended
})

test('what comes for a stream that is gone is passed over', async () => {
  const stream = cloud.open()
  stream.destroy()
  for (const one of [message(1, Buffer.alloc(9)), message(2, Buffer.alloc(4)), message(3), message(4)]) boxSocket.send(one)
  const pong = once(boxSocket, 'pong')
  boxSocket.ping()
  await pong
  expect(cloud.isOpen()).toBe(true)
})
