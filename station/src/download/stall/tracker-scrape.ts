/** Asks a tracker how many have a torrent, without taking part: HTTP and UDP scrapes (BEP 15, 48), to checked addresses only (promise 34). */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'
import { openUrl } from '../http/open-url.ts'
import { UrlError } from '../http/url-error.ts'
import { createBencode } from '../torrent/bencode.ts'

/** peers: without the seeds. */
export type ScrapeAnswer =
  | { state: 'working'; seeds: number; peers: number }
  | { state: 'waiting' | 'silent'; message: string }
  | { state: 'refused'; message: string }

const answerMaxBytes = 64 * 1024
const messageMaxLength = 200
const protocolId = 0x41727101980n

export type ScrapeDeps = { url: string; infoHash: string; rule: SourceRule; withinMs: number }

export async function scrapeTracker(deps: ScrapeDeps): Promise<ScrapeAnswer> {
  try {
    return await (/^udp:/i.test(deps.url) ? scrapeUdp(deps) : scrapeHttp(deps))
  } catch (error) {
    if (!(error instanceof UrlError)) return { state: 'silent', message: '' }
    const isRefused = error.message.startsWith('status=') || error.message === 'private' || error.message === 'own_port'
    return isRefused ? { state: 'refused', message: error.message } : { state: 'silent', message: '' }
  }
}

async function scrapeHttp({ url, infoHash, rule, withinMs }: ScrapeDeps): Promise<ScrapeAnswer> {
  const address = scrapeUrl(url, infoHash)
  if (!address) return { state: 'waiting', message: '' }
  const signal = AbortSignal.timeout(withinMs)
  const { response } = await openUrl(address, { rule, signal, silenceMs: withinMs })
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > answerMaxBytes) throw new UrlError(28, 'too long')
    parts.push(part)
  }
  return readScrape(Buffer.concat(parts), Buffer.from(infoHash, 'hex'))
}

/** By convention, the last word of the path tells whether there is one. */
function scrapeUrl(url: string, infoHash: string): URL | undefined {
  const address = new URL(url)
  const at = address.pathname.lastIndexOf('/') + 1
  if (!address.pathname.startsWith('announce', at)) return undefined
  address.pathname = `${address.pathname.slice(0, at)}scrape${address.pathname.slice(at + 'announce'.length)}`
  const bytes = infoHash.replaceAll(/../g, (pair) => `%${pair}`)
  address.search += `${address.search === '' ? '?' : '&'}info_hash=${bytes}`
  return address
}

function readScrape(bytes: Buffer, infoHash: Buffer): ScrapeAnswer {
  const code = createBencode(bytes, { maxValues: 1_000 })
  const root = new Map(code.entries(0))
  const failure = root.get('failure reason')
  if (failure !== undefined)
    return { state: 'refused', message: cutText(code.stringAt(failure).toString('utf8'), messageMaxLength) }
  const files = root.get('files')
  const own = files === undefined ? undefined : new Map(code.entries(files)).get(infoHash.toString('latin1'))
  // It answers, and does not know the torrent.
  if (own === undefined) return { state: 'working', seeds: 0, peers: 0 }
  const counts = new Map(code.entries(own))
  const count = (key: string): number => {
    const at = counts.get(key)
    return at === undefined ? 0 : Math.max(0, code.integerAt(at))
  }
  return { state: 'working', seeds: count('complete'), peers: count('incomplete') }
}

async function scrapeUdp({ url, infoHash, rule, withinMs }: ScrapeDeps): Promise<ScrapeAnswer> {
  const { hostname, port } = new URL(url.replace(/^udp:/i, 'http:'))
  const number = portOf({ port, protocol: 'http:' })
  const { verdict, addresses } = await judgeSource(hostname, number, rule)
  const [address] = addresses
  if (verdict !== 'fine' || address === undefined) throw new UrlError(22, verdict)
  const socket = dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4')
  try {
    socket.connect(number, address)
    const signal = AbortSignal.timeout(withinMs)
    await once(socket, 'connect', signal)
    const connected = await ask({ socket, head: Buffer.concat([longOf(protocolId), intOf(0)]), signal })
    const connection = connected.subarray(8, 16)
    const answer = await ask({ socket, head: Buffer.concat([connection, intOf(2)]), rest: Buffer.from(infoHash, 'hex'), signal })
    return { state: 'working', seeds: answer.readUInt32BE(8), peers: answer.readUInt32BE(16) }
  } finally {
    socket.close()
  }
}

/** Sends a request with a new transaction id before its rest, and resolves with the answer to it. */
type UdpRequest = { socket: dgram.Socket; head: Buffer; rest?: Buffer; signal: AbortSignal }

async function ask({ socket, head, rest = Buffer.alloc(0), signal }: UdpRequest): Promise<Buffer> {
  const transaction = randomBytes(4)
  socket.send(Buffer.concat([head, transaction, rest]))
  for (;;) {
    const message = await once(socket, 'message', signal)
    if (!Buffer.isBuffer(message) || message.length < 8 || !message.subarray(4, 8).equals(transaction)) continue
    const isError = message.readUInt32BE(0) === 3
    if (isError) throw new UrlError(22, `status=${cutText(message.toString('utf8', 8), messageMaxLength)}`)
    if (message.length < (rest.length > 0 ? 20 : 16)) throw new UrlError(28, 'too short')
    return message
  }
}

function once(socket: dgram.Socket, name: 'connect' | 'message', signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = () => {
      socket.off(name, got)
      socket.off('error', reject)
      signal.removeEventListener('abort', late)
    }
    const got = (value: unknown) => {
      end()
      resolve(value)
    }
    const late = () => {
      end()
      reject(new UrlError(2, 'the tracker is silent'))
    }
    socket.once(name, got)
    socket.once('error', reject)
    if (signal.aborted) late()
    else signal.addEventListener('abort', late)
  })
}

function longOf(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

function intOf(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
