/** All outgoing requests of the box to other hosts: calls to its cloud, and the check of addresses for downloads (wire.md, promise 34). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Envelope } from '@homeport/contract/kit/envelope.ts'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import { boundHead, createInboundAgent, headBounds } from '@homeport/contract/kit/http/inbound-http.ts'
import { bareHost, isPrivateAddress, plainAddress } from '@homeport/contract/kit/private-address.ts'
import * as z from 'zod/mini'

const askWithinMs = 10_000
/** A line that sends less is as good as away: 16 KB/s. */
const slowestBytesPerMs = 16
/** The cloud's answers to calls of the box are short. */
const answerMaxBytes = 64 * 1024
/** A resolver that stays silent longer does not know the name. */
const lookupWithinMs = 10_000

/** Makes one call to the box's cloud; throws unless the response is 200 and matches the schema. */
export async function askCloud<S extends z.ZodMiniType>(url: string, input: object, output: S): Promise<z.output<S>> {
  const body = new URLSearchParams(encodeForm(input)).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', source: 'box', version: 'v3' }
  const { status, bytes } = await askedWithin(url, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`the cloud answered HTTP ${status}`)
  const envelope = Envelope.parse(JSON.parse(bytes.toString()))
  if (envelope.code !== Code.ok) throw new Error(`the cloud answered code ${envelope.code}`)
  return output.parse(envelope.data)
}

/** The bytes of a blob in the box's cloud, undefined if it does not exist; throws on any other response, and above maxBytes. */
export async function blobFromCloud(
  url: string,
  { authorization, maxBytes, signal }: { authorization: string; maxBytes: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const response = await sent(url, { method: 'GET', headers: { authorization } }, signal)
  const isBytes = response.headers['content-type']?.startsWith('application/octet-stream') ?? false
  if (response.statusCode !== 200 || !isBytes) {
    response.destroy()
    // A blob that this box may not read is treated as missing.
    if (response.statusCode === 200 || response.statusCode === 404) return undefined
    throw new Error(`the cloud answered HTTP ${response.statusCode}`)
  }
  return bytesOf(response, maxBytes, 'the blob is too large')
}

/** Uploads a blob of this box to its cloud; throws unless it was accepted. */
export async function putBlob(url: string, body: Buffer, authorization: string): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length, authorization, source: 'box' }
  const { status, bytes } = await askedWithin(url, { method: 'PUT', headers, body })
  const parsed = Envelope.safeParse(JSON.parse(bytes.toString()))
  if (status !== 200 || parsed.data?.code !== Code.ok)
    throw new Error(`the cloud answered HTTP ${status}, code ${parsed.data?.code}`)
}

type CloudRequest = { method: 'GET' | 'POST' | 'PUT'; headers: http.OutgoingHttpHeaders; body?: string | Buffer }

/** The whole answer of the cloud, in time and within bounds. */
async function askedWithin(url: string, request: CloudRequest): Promise<{ status: number; bytes: Buffer }> {
  try {
    const sendingMs = Math.ceil((request.body?.length ?? 0) / slowestBytesPerMs)
    const response = await sent(url, request, AbortSignal.timeout(askWithinMs + sendingMs))
    return { status: response.statusCode ?? 0, bytes: await bytesOf(response, answerMaxBytes, 'the answer is too long') }
  } catch (error) {
    throw new Error(whyOf(error), { cause: error })
  }
}

/** Uses node:http, which follows no redirect and takes several MB less than fetch. */
function sent(url: string, { method, headers, body }: CloudRequest, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { protocol } = new URL(url)
  const program = protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = program.request(url, { method, headers, signal, agent: createInboundAgent(protocol) }, resolve)
    request.on('error', reject)
    boundHead(request, headBounds)
    request.end(body)
  })
}

async function bytesOf(response: http.IncomingMessage, maxBytes: number, tooLong: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let remaining = maxBytes
  for await (const part of response) {
    remaining -= part.length
    if (remaining < 0) throw new Error(tooLong)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'AbortError') return 'no answer in time'
  if (!('code' in error)) return error.message
  return error.code === 'ECONNREFUSED' ? 'nobody answers there' : String(error.code)
}

export type SourceVerdict = 'fine' | 'private' | 'own_port' | 'unknown_host'
export type Lookup = (host: string) => Promise<string[]>
/** lookup: the addresses of a name; the system's resolver where it is absent. isPrivate: isPrivateAddress where it is absent. */
export type SourceRule = {
  allowPrivate: boolean
  ownPorts: () => readonly number[]
  lookup?: Lookup | undefined
  isPrivate?: ((address: string) => boolean) | undefined
}

/** Checks whether a download may reach this host and port. Own ports are refused even where private addresses are allowed. `addresses`: those that were checked, to connect to. */
export async function judgeSource(
  host: string,
  port: number,
  rule: SourceRule,
): Promise<{ verdict: SourceVerdict; addresses: string[] }> {
  const addresses = await addressesOf(bareHost(host), rule.lookup ?? systemLookup)
  if (addresses.length === 0) return { verdict: 'unknown_host', addresses }
  if (rule.ownPorts().includes(port) && addresses.some(isOwnAddress)) return { verdict: 'own_port', addresses }
  if (!rule.allowPrivate && addresses.some(rule.isPrivate ?? isPrivateAddress)) return { verdict: 'private', addresses }
  return { verdict: 'fine', addresses }
}

/** lookup option for a socket or request: returns the checked addresses without another DNS query. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const results = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, options, done) => {
    const first = results[0]
    if (!first) done(new Error('no address'), '')
    else if (options.all) done(null, results)
    else done(null, first.address, first.family)
  }
}

export function portOf(url: Pick<URL, 'port' | 'protocol'>): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80
}

async function addressesOf(host: string, resolve: Lookup): Promise<string[]> {
  if (isIP(host)) return [host]
  // This machine by its name, whatever a resolver says or does not know (RFC 6761).
  if (/^(.+\.)?localhost\.?$/i.test(host)) return ['127.0.0.1', '::1']
  const silent = Promise.withResolvers<string[]>()
  const timer = setTimeout(() => silent.resolve([]), lookupWithinMs)
  try {
    return await Promise.race([resolve(host), silent.promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

export const systemLookup: Lookup = async (host) => (await lookup(host, { all: true })).map((entry) => entry.address)

function isOwnAddress(address: string): boolean {
  const plain = plainAddress(address)
  if (plain === '::' || plain === '::1' || plain.startsWith('127.') || plain.startsWith('0.')) return true
  return Object.values(networkInterfaces()).some((cards) => cards?.some((card) => plainAddress(card.address) === plain))
}
