/** A small server of feeds and torrent files, with its faults; for unit and end-to-end tests. */
import { createHash } from 'node:crypto'
import http from 'node:http'

/** endless: a body that never ends. silent: no answer. A number: this status. */
export type FeedServerFault = 'endless' | 'silent' | { status: number; headers?: Record<string, string> }
export type ServedFile = { body: string | Buffer; type?: string; headers?: Record<string, string> }
export type FeedServer = Awaited<ReturnType<typeof openFeedServer>>
export type ServedItem = { title: string; link?: string; guid?: string; size?: number; published?: string }

export async function openFeedServer({ port = 0 } = {}) {
  const files = new Map<string, ServedFile>()
  const faults = new Map<string, FeedServerFault>()
  const requests: { path: string; headers: http.IncomingHttpHeaders }[] = []
  const timers = new Set<NodeJS.Timeout>()

  const server = http.createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    const fault = faults.get(path)
    if (fault === 'silent') return
    if (fault === 'endless') {
      response.writeHead(200, { 'content-type': 'application/rss+xml' })
      const timer = setInterval(() => response.write('<item><title>More</title></item>'.repeat(4_000)), 1)
      timers.add(timer)
      response.on('close', () => clearInterval(timer))
      return
    }
    if (fault) return void response.writeHead(fault.status, fault.headers).end()
    const file = files.get(path)
    if (!file) return void response.writeHead(404).end()
    const etag = `"${createHash('sha1').update(file.body).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    response.writeHead(200, { 'content-type': file.type ?? 'application/rss+xml', etag, ...file.headers }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  return {
    url,
    host: new URL(url).host,
    requests,
    /** How often a path was asked for. */
    asked: (path: string): number => requests.filter((request) => request.path === path).length,
    serve: (path: string, file: ServedFile): void => void files.set(path, file),
    fail: (path: string, fault: FeedServerFault): void => void faults.set(path, fault),
    recover: (path: string): void => void faults.delete(path),
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function rss(items: readonly ServedItem[], title = 'Harbour film club'): string {
  const written = items.map(
    ({ title: name, link = '', guid = name, size = 0, published = 'Sat, 28 Nov 2026 20:00:00 GMT' }) =>
      `<item><title>${name}</title><guid isPermaLink="false">${guid}</guid><pubDate>${published}</pubDate><enclosure url="${link}" length="${size}" type="application/x-bittorrent"/></item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${title}</title>${written.join('')}</channel></rss>`
}
