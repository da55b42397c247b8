/** For tests: a real http server with ranges on any loopback address, whose answer to each request may be replaced. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A status, a redirect, or true for an answer with the bytes of the request. nth: from 1, of all requests. */
export type Answer = true | number | { redirect: string } | { body: Buffer }
export type RangeServerDeps = {
  body: Buffer
  host?: string
  /** The file as it is now, in place of body. */
  version?: () => { body: Buffer; etag: string }
  answer?: (request: { nth: number; range: string }) => Answer
  /** Bytes after which each connection breaks. */
  cutAfter?: () => number
}

export async function openRangeServer({ body, host = '127.0.0.1', version, answer = () => true, cutAfter }: RangeServerDeps) {
  const requests: string[] = []
  let sentBytes = 0
  const server = http.createServer((request, response) => {
    const range = request.headers.range ?? ''
    requests.push(range)
    const what = answer({ nth: requests.length, range })
    if (typeof what === 'number') return void response.writeHead(what).end()
    if (what !== true && 'redirect' in what) return void response.writeHead(302, { location: what.redirect }).end()
    const file = version?.()
    const whole = what === true ? (file?.body ?? body) : what.body
    const validator = request.headers['if-range'] ?? file?.etag
    const isPart = what === true && validator === file?.etag
    const [, first, last] = (isPart ? /^bytes=(\d+)-(\d*)$/.exec(range) : null) ?? []
    const from = Number(first ?? 0)
    const to = last ? Number(last) : whole.length - 1
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': to + 1 - from,
      'accept-ranges': 'bytes',
      ...(file ? { etag: file.etag } : {}),
      ...(first === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${whole.length}` }),
    })
    const bytes = cutAfter?.() ?? Infinity
    sentBytes += Math.min(bytes, to + 1 - from)
    if (to + 1 - from <= bytes) return void response.end(whole.subarray(from, to + 1))
    // The bytes arrive before the connection breaks.
    response.write(whole.subarray(from, from + bytes), () => setTimeout(() => response.destroy(), 300))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  // NOTE: a listening TCP server has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}/film.mkv`,
    port,
    requests,
    /** Bytes of files that were handed to the connections. */
    sentBytes: () => sentBytes,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
