/** Egress proxy of aria2: checks the address of every web connection, trackers and web seeds with their redirects, and connects to exactly the checked address (promise 34). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { judgeSource, lookupOf, type SourceRule, type SourceVerdict } from '../../kit/outside.ts'
import { whenRead } from './drained.ts'

const connectWithinMs = 20_000

/** A CONNECT proxy on loopback; only the engine has its password. */
export async function openEgressProxy({ rule }: { rule: SourceRule }) {
  const password = Buffer.from(randomBytes(18).toString('base64url'))
  const open = new Set<net.Socket>()

  const server = http.createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, socket) => {
    if (!(socket instanceof net.Socket)) return void socket.destroy()
    socket.on('error', () => socket.destroy())
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    void answer(request, socket).catch(() => socket.destroy())
  })

  async function answer(request: http.IncomingMessage, line: net.Socket): Promise<void> {
    if (!isEngine(request.headers['proxy-authorization'] ?? ''))
      return void line.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const target = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : undefined
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
    if (!target || port === 0) return void line.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    const { verdict, addresses } = await judgeSource(target.hostname, port, rule)
    if (verdict !== 'fine') return refuse(line, verdict)
    const far = net.connect({
      host: target.hostname,
      port,
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      timeout: connectWithinMs,
    })
    far.setNoDelay(true)
    let isMade = false
    far.once('connect', () => {
      isMade = true
      far.setTimeout(0)
      line.write('HTTP/1.1 200 Connected\r\n\r\n')
      line.pipe(far)
      // aria2 drops what it reads together with this answer: the greeting of an ftp or sftp server, for which it then waits.
      void whenRead(line).then(() => far.pipe(line))
    })
    far.once('timeout', () => far.destroy())
    far.once('error', () => far.destroy())
    // The last bytes that it sent are still on their way to the engine.
    far.once('close', () => (isMade ? line.end() : refuse(line, 'unreachable')))
    line.once('close', () => far.destroy())
  }

  function refuse(line: net.Socket, why: SourceVerdict | 'unreachable'): void {
    const isForbidden = why === 'private' || why === 'own_port'
    line.end(`HTTP/1.1 ${isForbidden ? '403 Forbidden' : '502 Bad Gateway'}\r\n\r\n`)
  }

  function isEngine(authorization: string): boolean {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? []
    const [, given = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    const bytes = Buffer.from(given)
    return bytes.length === password.length && timingSafeEqual(bytes, password)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    url: `http://homeport:${password.toString()}@127.0.0.1:${port}`,
    async stop(): Promise<void> {
      for (const line of open) line.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
