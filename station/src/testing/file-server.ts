/** For tests: a real http file server with ranges, a speed limit, redirects and a request count. */
import http from 'node:http'

export type Served = { body: Buffer; headers?: Record<string, string> } | { redirect: string }

/** At what pace it sends: so fast; or all of `firstBytes`, counted over all responses, and then next to nothing, until it is to hurry: what is half there stays so, however slow the machine is. */
export type Pace = { bytesPerSecond?: number | undefined; firstBytes?: number }

export async function openTestFiles(
  files: Record<string, Served>,
  { bytesPerSecond = Infinity, firstBytes, hasHead = true }: Pace & { hasHead?: boolean } = {},
) {
  const requests: { method: string; path: string; range: string; authorization: string }[] = []
  let [speed, remaining] = firstBytes === undefined ? [bytesPerSecond, 0] : [crawl, firstBytes]
  /** How much of this response goes out with the next tick. */
  const take = (length: number) => {
    const step = Math.min(length, Math.max(remaining, Math.ceil(speed / ticksPerSecond)))
    remaining = Math.max(0, remaining - step)
    return step
  }
  const server = http.createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const { method = '' } = request
    requests.push({ method, path, range: request.headers.range ?? '', authorization: request.headers.authorization ?? '' })
    if (method === 'HEAD' && !hasHead) return response.writeHead(405).end()
    const file = files[path]
    if (!file) return response.writeHead(404).end()
    if ('redirect' in file) return response.writeHead(302, { location: file.redirect }).end()
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const from = Number(range?.[1] ?? 0)
    const to = range?.[2] ? Number(range[2]) : file.body.length - 1
    const part = file.body.subarray(from, to + 1)
    const length = file.headers?.['x-length'] ?? part.length // a server may announce more than it sends
    const headers = { ...file.headers, 'content-length': length, 'accept-ranges': 'bytes' }
    response.writeHead(
      range ? 206 : 200,
      range ? { ...headers, 'content-range': `bytes ${from}-${to}/${file.body.length}` } : headers,
    )
    if (method === 'HEAD') response.end()
    else drip(response, part, take)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    hurry: () => (speed = Infinity),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ticksPerSecond = 20
/** A byte each tick: a server that sends nothing at all is taken for dead. */
const crawl = ticksPerSecond

function drip(response: http.ServerResponse, body: Buffer, take: (length: number) => number): void {
  let at = 0
  const send = () => {
    if (response.destroyed) return clearInterval(timer)
    const step = take(body.length - at)
    response.write(body.subarray(at, at + step))
    at += step
    if (at < body.length) return
    clearInterval(timer)
    response.end()
  }
  const timer = setInterval(send, 1000 / ticksPerSecond)
  send()
}
