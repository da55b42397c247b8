/** For tests: a real http server that misbehaves as it is told, and that can go away and come back at its port. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** cut: the connection breaks after some bytes; silent: it stays open after some bytes; deaf: nothing is ever answered. */
export type Manner = 'well' | 'cut' | 'silent' | 'deaf' | number

export type BadServerOptions = { body: Buffer; hasRanges?: boolean; hasLength?: boolean; firstBytes?: number }

export async function openBadServer({ body, hasRanges = true, hasLength = true, firstBytes = 100_000 }: BadServerOptions) {
  let manner: Manner = 'well'
  let bytesPerSecond = Infinity
  const requests: string[] = []

  const server = http.createServer((request, response) => {
    const range = hasRanges ? /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') : null
    requests.push(request.headers.range ?? '')
    if (manner === 'deaf') return
    if (typeof manner === 'number') return void response.writeHead(manner).end()
    const from = Number(range?.[1] ?? 0)
    const to = range?.[2] ? Number(range[2]) : body.length - 1
    response.writeHead(range ? 206 : 200, {
      ...(hasLength ? { 'content-length': to + 1 - from } : {}),
      ...(hasRanges ? { 'accept-ranges': 'bytes' } : {}),
      ...(range ? { 'content-range': `bytes ${from}-${to}/${body.length}` } : {}),
    })
    send(response, body.subarray(from, to + 1))
  })

  function send(response: http.ServerResponse, part: Buffer): void {
    if (manner === 'well') return drip(response, part)
    const isCut = manner === 'cut'
    // The bytes arrive before the connection breaks.
    response.write(part.subarray(0, firstBytes), () => isCut && setTimeout(() => response.destroy(), 300))
  }

  function drip(response: http.ServerResponse, part: Buffer): void {
    if (bytesPerSecond === Infinity) return void response.end(part)
    let at = 0
    const timer = setInterval(() => {
      const step = bytesPerSecond === Infinity ? part.length : Math.ceil(bytesPerSecond / 20)
      if (!response.destroyed) response.write(part.subarray(at, at + step))
      at += step
      if (at < part.length && !response.destroyed) return
      clearInterval(timer)
      response.end()
    }, 50)
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  // NOTE: a listening TCP server has this kind of address.
  const { port } = server.address() as AddressInfo
  const away = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${port}/film.mkv`,
    port,
    requests,
    behave: (next: Manner): void => void (manner = next),
    speed: (next: number): void => void (bytesPerSecond = next),
    away,
    back: () => listen(port),
    stop: async (): Promise<void> => {
      if (server.listening) await away()
    },
  }
}
