/** The egress proxy and servers that speak first. */
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openEgressProxy } from './egress-proxy.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const portOf = (server: net.Server) => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function greeter() {
  let greeted = () => {}
  const hasGreeted = new Promise<void>((resolve) => (greeted = resolve))
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('220 ready\r\n', () => greeted())
    socket.on('data', (bytes) => socket.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { port: portOf(server), hasGreeted }
}

it('the greeting of a server comes in a read of its own, however late the answer of the proxy is read', async () => {
  const proxy = await openEgressProxy({ rule: { allowPrivate: true, ownPorts: () => [] } })
  closing.push(() => proxy.stop())
  const { port, hasGreeted } = await greeter()
  const { username, password } = new URL(proxy.url)
  const login = Buffer.from(`${username}:${password}`).toString('base64')
  const line = net.connect(proxy.port, '127.0.0.1')
  closing.push(() => line.destroy())
  // Not even the system's buffer is read meanwhile.
  line.pause()
  line.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${login}\r\n\r\n`)
  await hasGreeted
  // Another's greeting is read: the first one is at the proxy by then.
  const other = net.connect(port, '127.0.0.1')
  closing.push(() => other.destroy())
  await once(other, 'data')
  const reads: string[] = []
  line.setEncoding('latin1')
  line.on('data', (text: string) => reads.push(text))
  line.resume()
  await expect.poll(() => reads).toEqual(['HTTP/1.1 200 Connected\r\n\r\n', '220 ready\r\n'])
  line.write('USER me\r\n')
  await expect.poll(() => reads.at(-1)).toBe('USER me\r\n')
})
