/** Egress proxy of the engine: checks the address of every connection, including redirects, trackers and web seeds, and connects to exactly the checked address (promise 34). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { judgeSource, lookupOf, type SourceRule } from '../kit/outside.ts'
import type { BlockedBy } from './failure.ts'

const connectWithinMs = 20_000
const blocksAtMost = 1_000

/** A CONNECT proxy on loopback; only the engine has its password. The user name is the gid of the job that connects. */
export async function openEgressProxy({ rule }: { rule: SourceRule }) {
  const password = Buffer.from(randomBytes(18).toString('base64url'))
  const open = new Set<Duplex>()
  /** By gid: the engine knows only that its proxy refused. */
  const blocks = new Map<string, BlockedBy>()

  const server = http.createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy())
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    void answer(request, socket).catch(() => socket.destroy())
  })

  async function answer(request: http.IncomingMessage, line: Duplex): Promise<void> {
    const gid = userOf(request.headers['proxy-authorization'] ?? '')
    if (gid === undefined) return void line.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const target = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : undefined
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
    if (!target || port === 0) return void line.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    const { verdict, addresses } = await judgeSource(target.hostname, port, rule)
    if (verdict !== 'fine') return refuse(line, gid, verdict)
    const far = net.connect({
      host: target.hostname,
      port,
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      timeout: connectWithinMs,
    })
    far.setNoDelay(true)
    let isMade = false
    let blockedBy: BlockedBy = 'no_network'
    far.once('connect', () => {
      isMade = true
      blocks.delete(gid)
      far.setTimeout(0)
      line.write('HTTP/1.1 200 Connected\r\n\r\n')
      far.pipe(line).pipe(far)
    })
    far.once('timeout', () => {
      blockedBy = 'timed_out'
      far.destroy()
    })
    far.once('error', () => far.destroy())
    far.once('close', () => (isMade ? line.destroy() : refuse(line, gid, blockedBy)))
    line.once('close', () => far.destroy())
  }

  function refuse(line: Duplex, gid: string, why: BlockedBy): void {
    if (blocks.size >= blocksAtMost) blocks.delete([...blocks.keys()][0] ?? '')
    blocks.set(gid, why)
    const isForbidden = why === 'private' || why === 'own_port'
    line.end(`HTTP/1.1 ${isForbidden ? '403 Forbidden' : '502 Bad Gateway'}\r\n\r\n`)
  }

  /** undefined: not the engine. */
  function userOf(authorization: string): string | undefined {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? []
    const [gid = '', given = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    const bytes = Buffer.from(given)
    return bytes.length === password.length && timingSafeEqual(bytes, password) ? gid : undefined
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
    /** Why the last connection of this job was not made; undefined if it was. */
    blockedBy: (gid: string): BlockedBy | undefined => blocks.get(gid),
    async stop(): Promise<void> {
      for (const line of open) line.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
