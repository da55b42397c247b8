/** The box's HTTP client against a server that closes connections it keeps. */
import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { createHttpClient } from './http-client.ts'

let server: http.Server
let requests: string[]
let client: ReturnType<typeof createHttpClient>
let url: URL

beforeEach(async () => {
  requests = []
  server = http.createServer((request, response) => {
    requests.push(request.method ?? '')
    response.end('answer')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = new URL(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
  client = createHttpClient({ proxy: '', timeoutMs: 10_000, ownHosts: [url.host] })
})
afterEach(async () => {
  client.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const signal = new AbortController().signal
const ask = async () => (await client.request(url, { headers: {}, maxBytes: 100, signal })).body.toString()
const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
async function closeKept(): Promise<void> {
  server.closeIdleConnections()
  await until('the server has closed them', async () => (await connections()) === 0)
}

test('connections that the server has closed meanwhile are no failure: the request is sent on a new one', async () => {
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['answer', 'answer', 'answer'])
  await closeKept()
  expect(await ask()).toBe('answer')
  expect(requests).toHaveLength(4)
})

test('a server that closes every connection without an answer fails', async () => {
  await ask()
  server.removeAllListeners('request')
  server.on('request', (request) => {
    requests.push(request.method ?? '')
    request.socket.destroy()
  })
  await expect(ask()).rejects.toThrow()
  // The kept one, and a new one.
  expect(requests).toHaveLength(3)
})
