/** A server that answers each path in another hostile way. */
import http from 'node:http'
import type { Socket } from 'node:net'
import { mutate } from './bytes.ts'
import type { Random } from '../../../testing/random-from.ts'

const chunk = Buffer.alloc(64 * 1024)
const endlessEveryMs = 20

const answers: Record<string, (response: http.ServerResponse, request: http.IncomingMessage) => void> = {
  '/huge.mkv': (response) => void response.writeHead(200, { 'content-length': '1000000000000000' }).write(chunk),
  '/silent.mkv': () => {},
  '/stops.mkv': (response) => void response.writeHead(200, { 'content-length': '9000000' }).write(chunk),
  '/endless.mkv': (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(chunk), endlessEveryMs)
    response.on('close', () => clearInterval(timer))
  },
  '/loop.mkv': (response) => void response.writeHead(302, { location: '/loop.mkv' }).end(),
  '/file.mkv': (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/cut.mkv': (response) => {
    response.writeHead(200, { 'content-length': '9000000' }).write(chunk)
    setTimeout(() => response.destroy(), 100)
  },
  '/lies.mkv': (response) => void response.writeHead(206, { 'content-range': 'bytes 5-1/x', 'content-length': '-1' }).end(),
}

export const hostilePaths = [...Object.keys(answers), '/fuzz.mkv']

const sound =
  'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nAccept-Ranges: bytes\r\nContent-Disposition: attachment; filename="x"\r\n\r\n'

export async function openHostileServer(random: Random) {
  const sockets = new Set<Socket>()
  const requested = new Set<string>()
  const server = http.createServer((request, response) => {
    requested.add(request.url ?? '')
    response.on('error', () => response.destroy())
    const { pathname } = new URL(request.url ?? '', 'http://server')
    const answer = answers[pathname]
    if (answer) return answer(response, request)
    request.socket.end(mutate(random, Buffer.from(sound)))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    /** The paths with their queries that were asked for. */
    requested,
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
