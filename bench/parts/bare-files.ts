/** Baseline file server: every path has the same number of bytes, with ranges, all of it at a limited speed. Arguments: bytes, bytes a second. Prints its port. */
import http from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'

const size = Number(process.argv[2])
const bytesPerSecond = Number(process.argv[3])
const chunk = Buffer.alloc(256 * 1024, 7)
/** Delay that the rate limit may catch up. */
const lateMs = 50
let freeAt = 0

const server = http.createServer((request, response) => {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const to = range?.[2] ? Number(range[2]) : size - 1
  const headers = { 'content-length': to - from + 1, 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' }
  response.writeHead(range ? 206 : 200, range ? { ...headers, 'content-range': `bytes ${from}-${to}/${size}` } : headers)
  // A HEAD has no body, which would take from the line.
  if (request.method === 'HEAD') response.end()
  else Readable.from(pieces(to - from + 1)).pipe(response)
})

async function* pieces(bytes: number): AsyncGenerator<Buffer> {
  for (let remaining = bytes; remaining > 0; remaining -= chunk.length) {
    const piece = remaining >= chunk.length ? chunk : chunk.subarray(0, remaining)
    const now = performance.now()
    freeAt = Math.max(now - lateMs, freeAt) + (1000 * piece.length) / bytesPerSecond
    if (freeAt > now) await after(freeAt - now)
    yield piece
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
