/** The yardstick's server: every path is the same number of bytes, with ranges. Argument: how many. Prints its port. */
import http from 'node:http'
import { Readable } from 'node:stream'

const size = Number(process.argv[2])
const chunk = Buffer.alloc(256 * 1024, 7)

const server = http.createServer((request, response) => {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const to = range?.[2] ? Number(range[2]) : size - 1
  const headers = { 'content-length': to - from + 1, 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' }
  response.writeHead(range ? 206 : 200, range ? { ...headers, 'content-range': `bytes ${from}-${to}/${size}` } : headers)
  Readable.from(pieces(to - from + 1)).pipe(response)
})

function* pieces(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= chunk.length) yield left >= chunk.length ? chunk : chunk.subarray(0, left)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
