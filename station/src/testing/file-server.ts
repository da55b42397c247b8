/** For tests: a real http file server with ranges, a speed limit, redirects and a request count. */
import http from 'node:http'

export type Served = { body: Buffer; headers?: Record<string, string> } | { redirect: string }

export async function openTestFiles(
  files: Record<string, Served>,
  { bytesPerSecond = Infinity, hasHead = true }: { bytesPerSecond?: number; hasHead?: boolean } = {},
) {
  const requests: { method: string; path: string; range: string; authorization: string }[] = []
  let speed = bytesPerSecond
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
    else drip(response, part, () => speed)
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

function drip(response: http.ServerResponse, body: Buffer, speed: () => number): void {
  let at = 0
  const send = () => {
    if (response.destroyed) return clearInterval(timer)
    const step = speed() === Infinity ? body.length : Math.ceil(speed() / 20)
    response.write(body.subarray(at, at + step))
    at += step
    if (at < body.length) return
    clearInterval(timer)
    response.end()
  }
  const timer = setInterval(send, 50)
  send()
}
