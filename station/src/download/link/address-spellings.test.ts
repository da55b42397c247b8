/** P34: each client that goes out × each way to write an address of this machine. A server on it counts who comes. */
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createHttpClient } from '../../kit/http-client.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { openEgressProxy } from '../aria2/egress-proxy.ts'
import { connectTo } from '../ed2k/wire/connection.ts'
import { openUrl } from '../http/open-url.ts'
import { scrapeTracker } from '../stall/tracker-scrape.ts'
import { openForwarder } from '../stream/forwarder.ts'

let server: http.Server
let port = 0
let connections = 0

beforeAll(async () => {
  server = http.createServer((_, response) => response.end('inner')).on('connection', () => (connections += 1))
  server.listen({ port: 0, host: '::', ipv6Only: false })
  await once(server, 'listening')
  port = portOf(server)
})
afterAll(() => server.close())
afterEach(() => void (connections = 0))

const numbers = ['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '0x7f000001', '0', '127.9.9.9']
const names = ['localhost', 'LOCALHOST', 'localhost.', 'box.localhost', '127.0.0.1.', 'films.example.net']
const unicode = ['①②⑦.⓪.⓪.①', '１２７.０.０.１', '127。0。0。1', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ']
const long = ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]']
const spellings = [...numbers, ...names, ...unicode, ...long]

/** A name that leads here, too. */
const rule: SourceRule = {
  allowPrivate: false,
  ownPorts: () => [],
  lookup: async (host) => {
    if (host === 'films.example.net') return ['203.0.113.9', '::ffff:127.0.0.1']
    // As a lenient resolver reads numbers.
    return /^[\d.]+$|^0x/.test(host) ? ['127.0.0.1'] : []
  },
}

/** host: as it stands in a URL. */
type Way = { host: string; port: number; rule: SourceRule }
const within = () => ({ signal: AbortSignal.timeout(10_000), silenceMs: 9_000 })
const portOf = (listening: net.Server): number => {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Each rejects, or resolves where it was there. */
const clients: Record<string, (way: Way) => Promise<unknown>> = {
  'a link': (way) => openUrl(new URL(`http://${way.host}:${way.port}/`), { rule: way.rule, ...within() }),
  async 'a redirect'(way) {
    const target = encodeURI(`http://${way.host}:${way.port}/`)
    const lure = net.createServer((line) => line.end(`HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`))
    lure.listen(0, '127.0.0.2')
    await once(lure, 'listening')
    const { isPrivate = isPrivateAddress, lookup } = way.rule
    const outer: SourceRule = {
      ...way.rule,
      isPrivate: (address) => address !== '127.0.0.2' && isPrivate(address),
      lookup: async (name) => (name === 'lure.example.net' ? ['127.0.0.2'] : ((await lookup?.(name)) ?? [])),
    }
    const from = new URL(`http://lure.example.net:${portOf(lure)}/`)
    return openUrl(from, { rule: outer, ...within() }).finally(() => lure.close())
  },
  'a source of ed2k': ({ host, port: to, rule: by }) => connectTo({ host, port: to }, { rule: by, ...within() }),
  async 'a tracker'({ host, port: to, rule: by }) {
    const url = `http://${host}:${to}/announce`
    const { state } = await scrapeTracker({ url, infoHash: 'a'.repeat(40), rule: by, withinMs: 9_000 })
    if (state !== 'working') throw new Error(state)
  },
  async 'a live stream'({ host, port: to, rule: by }) {
    const forwarder = await openForwarder({ host, port: to, isTls: false, isHttp: false, rule: by, silenceMs: 9_000 })
    const line = net.connect(forwarder.port, '127.0.0.1').resume()
    line.write('GET / HTTP/1.0\r\n\r\n')
    await once(line, 'close')
    await forwarder.stop()
    if (forwarder.failed() !== '') throw new Error(forwarder.failed())
  },
  async 'an address of a torrent'({ host, port: to, rule: by }) {
    const proxy = await openEgressProxy({ rule: by })
    const { hostname } = new URL(`http://${host}:${to}/`)
    const { password, username } = new URL(proxy.url)
    const login = Buffer.from(`${username}:${password}`).toString('base64')
    const line = net.connect(proxy.port, '127.0.0.1')
    line.write(`CONNECT ${hostname}:${to} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${login}\r\n\r\n`)
    const answer = await new Promise<string>((resolve) => line.once('data', (bytes) => resolve(bytes.toString('latin1'))))
    line.destroy()
    await proxy.stop()
    if (!answer.includes(' 200 ')) throw new Error(answer)
  },
}

async function outcomeOf(ask: Promise<unknown>): Promise<string> {
  return ask.then(
    () => 'went there',
    () => 'did not go',
  )
}

const rows = Object.entries(clients)
test.each(rows)('P34: %s leads to no address of this machine, however it is written', async (_, ask) => {
  for (const host of spellings)
    expect([host, await outcomeOf(ask({ host, port, rule })), connections]).toEqual([host, 'did not go', 0])
})

test('P34: a service, or a feed, leads to no address of this machine, however it is written', async () => {
  const { lookup } = rule
  const client = createHttpClient({ proxy: '', timeoutMs: 10_000, ownHosts: [], lookup })
  const options = { headers: {}, maxBytes: 9, signal: AbortSignal.timeout(30_000) }
  for (const host of spellings) {
    const outcome = await outcomeOf(client.request(new URL(`http://${host}:${port}/`), options))
    expect([host, outcome, connections]).toEqual([host, 'did not go', 0])
  }
  client.stop()
})

test.each(rows)('P34: %s whose name leads elsewhere once it was judged goes to the address that was judged', async (_, ask) => {
  const came: string[] = []
  const listening = async (address: string, at: number) => {
    const one = http.createServer((_request, response) => response.end('inner')).on('connection', () => came.push(address))
    one.listen(at, address)
    await once(one, 'listening')
    return one
  }
  const judged = await listening('127.0.0.3', 0)
  const inner = await listening('127.0.0.1', portOf(judged))
  let lookups = 0
  const changing: SourceRule = {
    ...rule,
    isPrivate: (address) => address !== '127.0.0.3',
    lookup: async () => ((lookups += 1) === 1 ? ['127.0.0.3'] : ['127.0.0.1']),
  }
  await outcomeOf(ask({ host: 'changes.example.net', port: portOf(judged), rule: changing }))
  expect([came, lookups]).toEqual([['127.0.0.3'], 1])
  judged.close()
  inner.close()
})

test('the same clients reach the server where they may', async () => {
  const open: SourceRule = { ...rule, allowPrivate: true }
  for (const [name, ask] of rows)
    expect([name, await outcomeOf(ask({ host: '127.0.0.1', port, rule: open }))]).toEqual([
      name,
      name === 'a tracker' ? 'did not go' : 'went there',
    ])
  expect(connections).toBe(rows.length)
})
