import { once } from 'node:events'
import http from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { BadAnswer, boundHead, createInboundAgent, headBounds, LateAnswer, pushHeadBounds } from './inbound-http.ts'

const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const sockets = new Set<Socket>()
const closing: (() => void)[] = []

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const close of closing.splice(0)) close()
})

async function serve(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function without(end: string): (socket: Socket) => void {
  return (socket) => {
    const some = Buffer.from(end.repeat(2_000))
    const more = () => void (socket.destroyed || (socket.write(some) ? setImmediate(more) : socket.once('drain', more)))
    more()
  }
}

async function request(port: number, bounds = headBounds, seen = { informational: 0 }): Promise<Buffer> {
  const sent = http.get({ host: '127.0.0.1', port, agent: createInboundAgent('http:') })
  boundHead(sent, bounds)
  sent.on('information', () => (seen.informational += 1))
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve(Buffer.concat(parts))
    })
  })
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

test('P42: informational answers without end end the request after a few; as many as are allowed do not', async () => {
  for (const bounds of [headBounds, pushHeadBounds]) {
    const port = await serve(without(early))
    await expect(request(port, bounds)).rejects.toBeInstanceOf(BadAnswer)
    const fine = await serve((socket) => socket.write(early.repeat(bounds.maxInformational) + ok))
    expect((await request(fine, bounds)).toString()).toBe('ok')
    const over = await serve((socket) => socket.write(early.repeat(bounds.maxInformational + 1) + ok))
    await expect(request(over, bounds)).rejects.toBeInstanceOf(BadAnswer)
  }
})

test('P42: an answer in another protocol, which nobody requested, ends the request and its connection', async () => {
  const closed = Promise.withResolvers<void>()
  const port = await serve((socket) => {
    socket.on('close', closed.resolve)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
  })
  await expect(request(port)).rejects.toBeInstanceOf(BadAnswer)
  await closed.promise
})

test('P42: few but long informational answers end it too, and so does a head that never ends', async () => {
  const long = `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(9_000)}\r\n\r\n`
  const port = await serve((socket) => socket.write(long.repeat(3) + ok))
  await expect(request(port)).rejects.toBeInstanceOf(BadAnswer)
  const endless = await serve(without('x-header: y\r\n'))
  await expect(request(endless)).rejects.toThrow(/Parse Error/)
})

test('P42: a head that does not come in time ends it', async () => {
  const port = await serve((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-'))
  await expect(request(port, { ...headBounds, withinMs: 20 })).rejects.toBeInstanceOf(LateAnswer)
})

test('P43: chunks of one byte come whole', async () => {
  const port = await serve((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(50_000)}0\r\n\r\n`),
  )
  expect((await request(port)).toString()).toBe('a'.repeat(50_000))
})
