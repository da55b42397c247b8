/** Servers that send without end: informational answers, chunks of one byte, frames of ed2k; or that stay silent. */
import { createServer, type AddressInfo, type Socket } from 'node:net'

const times = 1_000
const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const created = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n'
const chunk = '1\r\na\r\n'
/** By the start of the path: what comes first, and what follows without end. */
const answers: Record<string, readonly [first: string, more: string]> = {
  '/early': ['', early],
  '/chunks': [chunked, chunk],
  '/talks': [created, chunk],
}
const ed2kFrame = Buffer.from([0xe3, 1, 0, 0, 0, 0x34])

export async function openFloodServer() {
  const sockets = new Set<Socket>()
  let sentBytes = 0
  let requests = 0

  function flood(socket: Socket, first: string, some: Buffer): void {
    const more = () => {
      while (!socket.destroyed) {
        sentBytes += some.length
        if (!socket.write(some)) return void socket.once('drain', () => setImmediate(more))
      }
    }
    socket.write(first)
    more()
  }

  const servers = [
    createServer((socket) => {
      socket.once('data', (head: Buffer) => {
        const path = head.toString('latin1').split(' ')[1] ?? ''
        requests += 1
        if (path.startsWith('/silent')) return
        const [first, more] = Object.entries(answers).find(([start]) => path.startsWith(start))?.[1] ?? ['', early]
        flood(socket, first, Buffer.from(more.repeat(times)))
      })
    }),
    createServer((socket) => {
      socket.resume()
      flood(socket, '', Buffer.concat(Array.from({ length: times }, () => ed2kFrame)))
    }),
  ] as const
  for (const server of servers) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
  const [http, ed2k] = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    http: http ?? '',
    ed2k: ed2k ?? '',
    sentBytes: () => sentBytes,
    requests: () => requests,
    connections: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
