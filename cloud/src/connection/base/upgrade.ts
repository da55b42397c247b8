/** WebSocket upgrade requests, and how they are refused. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** The arguments of Node's upgrade event. */
export type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer }

const words = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' } as const

export function refuseUpgrade(socket: Duplex, status: keyof typeof words): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${words[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
