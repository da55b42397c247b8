/** Servers that strangers chose, as push services: what they answer costs little, and no private one is reached (P34, P42, P52). */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { postBytes, postForm } from './http-client.ts'

const sockets = new Set<Socket>()
const closing: (() => void)[] = []
const message = { headers: { ttl: 60 }, body: Buffer.from('sealed') }

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const close of closing.splice(0)) close()
})

async function serve(answer: (socket: Socket) => void) {
  let connections = 0
  const closed = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => closed.resolve())
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, host: `127.0.0.1:${port}`, closed: closed.promise, connections: () => connections }
}

function withoutEnd(start: string, more: string): (socket: Socket) => void {
  return (socket) => {
    const some = Buffer.from(more.repeat(1_000))
    const send = () => void (socket.destroyed || (socket.write(some) ? setImmediate(send) : socket.once('drain', send)))
    socket.write(start)
    send()
  }
}

test('P52: a push service that answers informational answers without end is left; three of them are fine', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  const flood = await serve(withoutEnd('', early))
  expect(await postBytes(`http://${flood.host}/send`, { ...message, hosts: [flood.host] })).toBe(0)
  await flood.closed
  const fine = await serve((socket) => socket.write(`${early.repeat(3)}HTTP/1.1 201 Created\r\n\r\n`))
  expect(await postBytes(`http://${fine.host}/send`, { ...message, hosts: [fine.host] })).toBe(201)
})

test('P52: a push service that answers in another protocol is left', async () => {
  const other = await serve((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  )
  expect(await postBytes(`http://${other.host}/send`, { ...message, hosts: [other.host] })).toBe(0)
  await other.closed
})

test('P52: once the status is known the rest of the answer is not read', async () => {
  const talker = await serve(withoutEnd('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\na\r\n'))
  expect(await postBytes(`http://${talker.host}/send`, { ...message, hosts: [talker.host] })).toBe(201)
  await talker.closed
})

test('P34: a name that was public when it was judged and is private when it is resolved is not connected to', async () => {
  const inner = await serve(() => {})
  for (const addresses of [
    ['127.0.0.1'],
    ['1.1.1.1', '127.0.0.1'],
    ['127.0.0.1', '1.1.1.1'],
    ['10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    [],
  ]) {
    let lookups = 0
    const status = await postBytes(`https://push.example.net:${inner.port}/send`, {
      ...message,
      hosts: [],
      resolver: (_name, _options, done) => {
        lookups += 1
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      },
    })
    expect([addresses, status, lookups]).toEqual([addresses, 0, 1])
  }
  expect(inner.connections()).toBe(0)
})

test('a gateway is told apart by what it answers, and its informational answers are bounded too', async () => {
  const fine = await serve((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  await postForm(`http://${fine.host}/`, { text: 'a' })
  const refusing = await serve((socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n'))
  await expect(postForm(`http://${refusing.host}/`, {})).rejects.toThrow('the gateway answered HTTP 302')
  const flood = await serve(withoutEnd('', 'HTTP/1.1 103 Early Hints\r\n\r\n'))
  await expect(postForm(`http://${flood.host}/`, {})).rejects.toThrow('the gateway cannot be reached')
})
