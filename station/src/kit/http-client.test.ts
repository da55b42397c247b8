/** The client of services that the operator set up reaches no address of the house, however it is written (P34). */
import http from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHttpClient } from './http-client.ts'

let server: http.Server
let port = 0
let connections = 0

beforeEach(async () => {
  connections = 0
  server = http.createServer((_, response) => response.end('inner')).on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => server.close())

const hosts = [
  '127.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '2130706433',
  '0x7f.1',
  '127.1',
  'localhost',
  'localhost.',
]

it.each(hosts)('P34: a link to http://%s is not opened', async (host) => {
  const client = createHttpClient({ proxy: '', timeoutMs: 10_000, ownHosts: [] })
  const options = { headers: {}, maxBytes: 100, signal: AbortSignal.timeout(10_000) }
  await expect(client.request(new URL(`http://${host}:${port}/x`), options)).rejects.toThrow('no public address')
  expect(connections).toBe(0)
  client.stop()
})

it.each([[['1.1.1.1', '127.0.0.1']], [['127.0.0.1', '1.1.1.1']], [['127.0.0.1']]])(
  'P34: a name of which one address is private is not asked: %s',
  async (addresses) => {
    const client = createHttpClient({ proxy: '', timeoutMs: 10_000, ownHosts: [], lookup: async () => addresses })
    const options = { headers: {}, maxBytes: 100, signal: AbortSignal.timeout(10_000) }
    await expect(client.request(new URL(`http://films.example.net:${port}/x`), options)).rejects.toThrow('no public address')
    expect(connections).toBe(0)
    client.stop()
  },
)

it('a host that the operator named is reached', async () => {
  const client = createHttpClient({ proxy: '', timeoutMs: 10_000, ownHosts: [`127.0.0.1:${port}`] })
  const options = { headers: {}, maxBytes: 100, signal: AbortSignal.timeout(10_000) }
  expect((await client.request(new URL(`http://127.0.0.1:${port}/`), options)).body.toString()).toBe('inner')
  client.stop()
})
