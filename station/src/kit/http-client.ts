/** Bounded requests to the services that people set up (film database, subtitles, feeds), over connections that are kept. No redirect is followed, and a host that the operator did not name must not be a private address (promise 34). */
import http from 'node:http'
import https from 'node:https'
import { boundHead, createInboundAgent, headBounds } from '@homeport/contract/kit/http/inbound-http.ts'
import type { LookupFunction } from 'node:net'
import { isAddress } from '@homeport/contract/kit/private-address.ts'
import { judgeSource, lookupOf, portOf, type SourceRule, type SourceVerdict } from './outside.ts'

/** proxy: '' if none. ownHosts: those that the operator named, with their ports. ownPorts: of this machine, which no request may reach, even at a named host. keepsAlive: false for devices that end a connection after each answer without saying so. */
export type HostSettings = {
  proxy: string
  timeoutMs: number
  ownHosts: readonly string[]
  ownPorts?: () => readonly number[]
  keepsAlive?: boolean
  allowPrivate?: boolean
  lookup?: SourceRule['lookup']
}
export type HttpResponse = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }
/** json, xml, form: the body of a POST; without one the request is a GET. form: with its own content type. reads: false: the body is left, and the answer has none. */
export type RequestOptions = {
  headers: Record<string, string>
  maxBytes: number
  signal: AbortSignal
  json?: string
  xml?: string
  form?: { type: string; body: string | Buffer }
  reads?: (headers: http.IncomingHttpHeaders) => boolean
}

/** The request may not be made to this address. */
export class AddressRefused extends Error {
  readonly verdict: Exclude<SourceVerdict, 'fine' | 'unknown_host'>
  constructor(host: string, verdict: 'private' | 'own_port') {
    super(verdict === 'private' ? `${host} leads to no public address` : `${host} leads to Homeport itself`)
    this.verdict = verdict
  }
}
/** The answer has more bytes than it may. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer is too large')
  }
}

const maxSockets = 6

export function createHttpClient(settings: HostSettings) {
  const { proxy, timeoutMs, ownHosts, ownPorts, allowPrivate = false, keepsAlive = true, lookup } = settings
  const pooled = { keepAlive: keepsAlive, maxSockets }
  // The proxy resolves names itself.
  const routed = proxy === '' ? pooled : { ...pooled, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } }
  const agents = { 'http:': createInboundAgent('http:', routed), 'https:': createInboundAgent('https:', routed) }

  /** Throws where there is no answer in time, or one above maxBytes. */
  async function request(url: URL, { headers, maxBytes, signal, json, xml, form, reads }: RequestOptions): Promise<HttpResponse> {
    const mayBePrivate = allowPrivate || ownHosts.includes(url.host)
    const isJudged = proxy === '' && !(mayBePrivate && ownPorts === undefined)
    const rule = { allowPrivate: mayBePrivate, ownPorts: ownPorts ?? (() => []), lookup }
    // No name is looked up for an address.
    if (isJudged && isAddress(url.hostname)) await judgedAddresses(url, rule)
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const program = url.protocol === 'https:' ? https : http
    const kind = json !== undefined ? 'application/json' : xml !== undefined ? 'text/xml; charset="utf-8"' : form?.type
    const options: https.RequestOptions = {
      method: kind === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': 'Homeport', ...headers, ...(kind !== undefined && { 'content-type': kind }) },
      signal: within,
      agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
      ...(isJudged && { lookup: judgedLookup(url, rule) }),
    }
    const body = json ?? xml ?? form?.body
    let response = await sent(program, { url, options, body })
    // Only a request without a body may be sent twice. Each try takes one of the kept connections.
    const maxTries = kind === undefined ? maxSockets : 0
    for (let tries = 0; response === 'closed' && tries < maxTries; tries += 1)
      response = await sent(program, { url, options, body })
    if (response === 'closed') throw new Error('the server closed the connection')
    const parts: Buffer[] = []
    let remaining = maxBytes
    if (reads?.(response.headers) === false) response.destroy()
    else
      for await (const part of response) {
        remaining -= part.length
        if (remaining < 0) {
          response.destroy()
          throw new AnswerTooLarge()
        }
        parts.push(part)
      }
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
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

type Sent = { url: URL; options: https.RequestOptions; body: string | Buffer | undefined }

/** closed: the server had closed the connection that was kept, which is seen only as a request is sent on it. */
function sent(program: typeof http | typeof https, { url, options, body }: Sent): Promise<http.IncomingMessage | 'closed'> {
  return new Promise((resolve, reject) => {
    const request = program.request(url, options, resolve)
    request.on('error', (error) => {
      const isReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (request.reusedSocket && isReset) resolve('closed')
      else reject(error)
    })
    boundHead(request, headBounds)
    request.end(body)
  })
}

type Judged = Pick<URL, 'hostname' | 'port' | 'protocol'>

/** Has exactly the addresses that were judged; an error where one of them is refused. */
function judgedLookup(url: Judged, rule: SourceRule): LookupFunction {
  return (host, options, done) => void lookUp(judgedAddresses(url, rule)).then((answer) => answer(host, options, done))
}

async function lookUp(judged: Promise<string[]>): Promise<LookupFunction> {
  try {
    return lookupOf(await judged)
  } catch (error) {
    return (_host, _options, done) => done(error instanceof Error ? error : new Error(String(error)), '')
  }
}

async function judgedAddresses(url: Judged, rule: SourceRule): Promise<string[]> {
  const { verdict, addresses } = await judgeSource(url.hostname, portOf(url), rule)
  if (verdict === 'fine') return addresses
  if (verdict !== 'unknown_host') throw new AddressRefused(url.hostname, verdict)
  throw Object.assign(new Error(`${url.hostname} has no address`), { code: 'ENOTFOUND' })
}
