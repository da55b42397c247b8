/** Bounded requests to the services that the operator set up (film database, subtitles), over connections that are kept. No redirect is followed, and a host that the operator did not name must not be a private address (promise 34). */
import http from 'node:http'
import https from 'node:https'
import { boundHead, createInboundAgent, headBounds } from '@homeport/contract/kit/inbound-http.ts'
import type { LookupFunction } from 'node:net'
import { isAddress, isPrivateAddress } from '@homeport/contract/kit/private-address.ts'
import { judgeSource, lookupOf } from './outside.ts'

/** proxy: '' if none. ownHosts: those that the operator named, with their ports. keepsAlive: false for devices that end a connection after each answer without saying so. */
export type HostSettings = { proxy: string; timeoutMs: number; ownHosts: readonly string[]; keepsAlive?: boolean }
export type HttpResponse = { status: number; retryAfterMs: number; body: Buffer }
/** json, xml: the body of a POST; without one the request is a GET. */
export type RequestOptions = {
  headers: Record<string, string>
  maxBytes: number
  signal: AbortSignal
  json?: string
  xml?: string
}

const socketsAtMost = 6

export function createHttpClient({ proxy, timeoutMs, ownHosts, keepsAlive = true }: HostSettings) {
  const kept = { keepAlive: keepsAlive, maxSockets: socketsAtMost }
  // The proxy resolves names itself.
  const routed = proxy === '' ? kept : { ...kept, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }
  const agents = { 'http:': createInboundAgent('http:', routed), 'https:': createInboundAgent('https:', routed) }

  /** Throws where there is no answer in time, or one above maxBytes. */
  async function request(url: URL, { headers, maxBytes, signal, json, xml }: RequestOptions): Promise<HttpResponse> {
    const isJudged = proxy === '' && !ownHosts.includes(url.host)
    if (isJudged && isAddress(url.hostname) && isPrivateAddress(url.hostname)) throw notPublic(url.hostname)
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const program = url.protocol === 'https:' ? https : http
    const kind = json !== undefined ? 'application/json' : xml !== undefined ? 'text/xml; charset="utf-8"' : undefined
    const options: https.RequestOptions = {
      method: kind === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': 'Homeport', ...headers, ...(kind !== undefined && { 'content-type': kind }) },
      signal: within,
      agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
      ...(isJudged && { lookup: publicLookup }),
    }
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const sent = program.request(url, options, resolve).on('error', reject)
      boundHead(sent, headBounds)
      sent.end(json ?? xml)
    })
    const parts: Buffer[] = []
    let remaining = maxBytes
    for await (const part of response) {
      remaining -= part.length
      if (remaining < 0) {
        response.destroy()
        throw new Error('the answer is too large')
      }
      parts.push(part)
    }
    return {
      status: response.statusCode ?? 0,
      retryAfterMs: 1_000 * (Number(response.headers['retry-after']) || 0),
      body: Buffer.concat(parts),
    }
  }

  return {
    request,
    stop(): void {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

const publicLookup: LookupFunction = (host, options, done) =>
  void judgedLookup(host).then((lookup) => lookup(host, options, done))

/** Has exactly the addresses that were judged; an error where one of them is private. */
async function judgedLookup(host: string): Promise<LookupFunction> {
  const { verdict, addresses } = await judgeSource(host, 0, { allowPrivate: false, ownPorts: () => [] })
  if (verdict === 'fine') return lookupOf(addresses)
  const error =
    verdict === 'unknown_host' ? Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }) : notPublic(host)
  return (_host, _options, done) => done(error, '')
}

function notPublic(host: string): Error {
  return new Error(`${host} leads to no public address`)
}
