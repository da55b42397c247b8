/** Egress proxy of the engine: checks the address of every connection, including redirects, trackers and web seeds, and connects to exactly the checked address (promise 34). */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { judgeSource, lookupOf, type SourceRule, type SourceVerdict } from '../kit/outside.ts'

const connectWithinMs = 20_000
const rememberMs = 60_000

/** A CONNECT proxy on loopback; only the engine has its password. */
export async function openEgressProxy({ rule, now }: { rule: SourceRule; now: () => number }) {
  const password = randomBytes(18).toString('base64url')
  const expected = Buffer.from(`Basic ${Buffer.from(`homeport:${password}`).toString('base64')}`)
  const open = new Set<Duplex>()
  let refused: { verdict: SourceVerdict; at: number } | undefined

  const server = http.createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy())
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    void answer(request, socket).catch(() => socket.destroy())
  })

  async function answer(request: http.IncomingMessage, line: Duplex): Promise<void> {
    if (!isKnown(request.headers['proxy-authorization'] ?? ''))
      return void line.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const target = URL.canParse(`http://${request.url}`) ? new URL(`http://${request.url}`) : undefined
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
    if (!target || port === 0) return void line.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    const { verdict, addresses } = await judgeSource(target.hostname, port, rule)
    if (verdict === 'private' || verdict === 'own_port') refused = { verdict, at: now() }
    if (verdict !== 'fine')
      return void line.end(`HTTP/1.1 ${verdict === 'unknown_host' ? '502 Bad Gateway' : '403 Forbidden'}\r\n\r\n`)
    const far = net.connect({
      host: target.hostname,
      port,
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      timeout: connectWithinMs,
    })
    far.setNoDelay(true)
    far.once('connect', () => {
      far.setTimeout(0)
      line.write('HTTP/1.1 200 Connected\r\n\r\n')
      far.pipe(line).pipe(far)
    })
    far.once('timeout', () => far.destroy())
    far.once('error', () => line.destroy())
    far.once('close', () => line.destroy())
    line.once('close', () => far.destroy())
  }

  function isKnown(given: string): boolean {
    const bytes = Buffer.from(given)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    url: `http://homeport:${password}@127.0.0.1:${port}`,
    /** The reason of a recent block: the engine only knows that its proxy refused. */
    lately: (): 'private' | 'own_port' | undefined =>
      refused && now() - refused.at < rememberMs && refused.verdict !== 'fine' && refused.verdict !== 'unknown_host'
        ? refused.verdict
        : undefined,
    async stop(): Promise<void> {
      for (const line of open) line.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
