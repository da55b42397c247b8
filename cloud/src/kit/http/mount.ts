/** Mounts every route once per realm and host on Fastify, and turns refusals and faults into envelopes; the only place that does. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Envelope } from '@homeport/contract/kit/envelope.ts'
import { langs, type Call, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Log } from '../log.ts'
import type { Realm } from '../realm.ts'
import { invalid, Refusal } from '../refusal.ts'
import { cachedResponse, cacheFor } from './response-cache.ts'
import { askerOf, type AnyoneContext, type AuthResolvers, type Route } from './serve.ts'
import { TooLarge, type TempUpload, type TempUploads } from './temp-upload.ts'
import { headerOf } from '../auth.ts'

/** No call needs more: 20,000 characters of a post are 240,000 bytes at most in a form (P43). */
export const bodyMaxBytes = 256 * 1024
const maxFormKeys = 200

/** Headers that a page of another site cannot send without a CORS preflight (spec 7). */
const ownHeaders = ['token', 'os', 'version', 'source', 'client', 'ssoclient', 'devsn']

type Mounted = {
  routes: readonly Route[]
  realms: readonly Realm[]
  auth: AuthResolvers
  uploads: TempUploads
  now: () => number
  log: Log
}

export async function mount(app: FastifyInstance, { routes, realms, auth, uploads, now, log }: Mounted): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
    (_: FastifyRequest, body: Buffer, done) => {
      const form = new FormBody(body.toString())
      if (form.hasManyKeys()) done(tooLarge())
      else done(null, form)
    },
  )
  await app.register(multipart, { limits: { fields: maxFormKeys, fieldSize: bodyMaxBytes, files: 0 } })
  const methods = new Map<string, Call['method']>()
  // One route per call and realm; five per call would cost some MB of memory.
  app.addHook('onRequest', (request, reply, done) => {
    const method = methods.get(request.url.split('?')[0] ?? '')
    if (method === undefined || request.method === method || request.method === 'OPTIONS') return done()
    refuse(new Refusal(Code.notAllowed), { request, reply, lang: langOf(request.url), log, path: 'call' })
  })
  for (const realm of realms) {
    for (const route of routes) {
      const { host, path, method } = route.call
      const url = `/${realm.lang}/${host}${path}`
      methods.set(url, method)
      app.route({
        method,
        exposeHeadRoute: false,
        url,
        errorHandler: (error, request, reply) => refuse(error, { request, reply, lang: realm.lang, log, path: 'call' }),
        handler: async (request, reply): Promise<Envelope | string | Buffer> => {
          if (method === 'POST') refuseSimpleForm(request)
          if (route.isCached && request.body instanceof FormBody && request.body.text.length <= cachedFormMax) {
            const whole = await cachedAnswer(request, request.body, { realm, route, auth, now: now() })
            if (whole !== undefined) {
              void reply.type(jsonType)
              return whole
            }
          }
          const token = headerOf(request.headers, 'token')
          // Authenticate before reading the files.
          if (route.call.files && route.call.needs !== 'anyone') await find(realm, { token, auth })
          const files: TempUpload[] = []
          try {
            const body = method === 'GET' ? asRecord(request.query) : await bodyOf(request, { call: route.call, files, uploads })
            const context = contextOf(request, { realm, now: now(), files })
            const data = await route.answer({ body, token, devsn: headerOf(request.headers, 'devsn'), context, auth })
            return { code: Code.ok, msg: 'ok', data }
          } finally {
            for (const file of files) await uploads.drop(file)
          }
        },
      })
    }
  }
}

function contextOf(
  request: FastifyRequest,
  { realm, now, files }: { realm: Realm; now: number; files: readonly TempUpload[] },
): AnyoneContext {
  return {
    realm,
    db: realm.db,
    now,
    address: addressOf(request.ip),
    isHidden: isBehindUntrustedProxy(request.raw, request.ip),
    base: `${request.protocol}://${request.host}`,
    agent: headerOf(request.headers, 'user-agent').slice(0, 300),
    files,
  }
}

/** As Fastify names it for an object. */
const jsonType = 'application/json; charset=utf-8'
/** Longer forms are not cached: they are the keys of the cache. */
const cachedFormMax = 500

/** The whole response of a cached call; undefined while nothing may be cached. */
async function cachedAnswer(
  request: FastifyRequest,
  form: FormBody,
  { realm, route, auth, now }: { realm: Realm; route: Route; auth: AuthResolvers; now: number },
): Promise<string | Buffer | undefined> {
  const cache = await cacheFor(realm, now)
  if (!cache) return undefined
  const token = headerOf(request.headers, 'token')
  const user = await askerOf({ token, realm: cache.realm, auth })
  return cachedResponse(cache, `${route.call.path}\n${user?.user_id ?? ''}\n${form.text}`, async () => {
    const context = contextOf(request, { realm: cache.realm, now, files: [] })
    const data = await route.answer({
      body: form.fields(),
      token,
      devsn: headerOf(request.headers, 'devsn'),
      context,
      auth,
      asker: { user },
    })
    return JSON.stringify({ code: Code.ok, msg: 'ok', data } satisfies Envelope)
  })
}

async function find(realm: Realm, { token, auth }: { token: string; auth: AuthResolvers }): Promise<void> {
  if (token === '') throw new Refusal(Code.noToken)
  await auth.sessionOf(realm, token)
}

/** P14: a form posted by another site has none of our headers. */
function refuseSimpleForm({ headers }: FastifyRequest): void {
  if (!ownHeaders.some((name) => headers[name] !== undefined)) throw new Refusal(Code.notAllowed)
}

/** The rate-limit keys of recent addresses. */
const addresses = new Map<string, string>()
const maxAddresses = 1_000

/** Rate-limit key of an IP address: IPv4 as it is, IPv6 by its /64 network. */
export function addressOf(ip: string): string {
  const existing = addresses.get(ip)
  if (existing !== undefined) return existing
  if (addresses.size >= maxAddresses) addresses.clear()
  const address = networkOf(ip)
  addresses.set(ip, address)
  return address
}

/** True if a proxy that is not trusted sent the request: its address is the proxy's, and who stands behind it is not known. */
export function isBehindUntrustedProxy({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, ip: string): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return isForwarded && addressOf(ip) === addressOf(socket.remoteAddress ?? '')
}

function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::`
}

type Files = { call: Call; files: TempUpload[]; uploads: Pick<TempUploads, 'spool'> }

async function bodyOf(request: FastifyRequest, { call, files, uploads }: Files): Promise<Record<string, unknown>> {
  if (request.body instanceof FormBody) return request.body.fields()
  if (!request.isMultipart()) return fewKeys(asRecord(request.body))
  const fields: Record<string, unknown> = {}
  let fieldBytes = 0
  let remaining = call.files?.maxBytes ?? 0
  // One file too many is accepted up to here, so that it gets a proper refusal.
  const limits = call.files ? { files: call.files.most + 1, fileSize: remaining + 1 } : {}
  for await (const part of partsOf(request, { limits })) {
    if (part.type === 'field') {
      fieldBytes += Buffer.byteLength(String(part.value))
      if (fieldBytes > bodyMaxBytes) throw tooLarge()
      fields[part.fieldname] = part.value
    } else if (files.length === (call.files?.most ?? 0)) throw invalid('file', 'images')
    else {
      const file = await spool(part.file, { uploads, maxBytes: remaining })
      files.push(file)
      remaining -= file.sizeBytes
    }
  }
  return fields
}

/** The parser's own errors bear no status: whatever it cannot read is the sender's. */
async function* partsOf(request: FastifyRequest, options: Parameters<FastifyRequest['parts']>[0]) {
  try {
    yield* request.parts(options)
  } catch (error) {
    throw statusOf(error) < 500 ? error : Object.assign(new Error('a broken form', { cause: error }), { statusCode: 400 })
  }
}

async function spool(
  body: Readable,
  { uploads, maxBytes }: { uploads: Pick<TempUploads, 'spool'>; maxBytes: number },
): Promise<TempUpload> {
  return uploads.spool(body, maxBytes).catch((error: unknown) => {
    throw error instanceof TooLarge ? invalid('file', 'images_size') : error
  })
}

/** busboy's words, on a file's own stream, for a form that ends half way; they bear no status. */
const brokenMultipart = /^(Part terminated early|Unexpected end of )/

function isBrokenMultipart(error: unknown): boolean {
  return error instanceof Error && brokenMultipart.test(error.message)
}

function tooLarge(): Error {
  return Object.assign(new Error('The form is too large'), { statusCode: 413 })
}

function fewKeys(body: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(body).length > maxFormKeys) throw tooLarge()
  return body
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
}

/** A posted form, parsed when it is needed: the response to it may be cached by its text. */
class FormBody {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** Counted before anything is built of them. */
  hasManyKeys(): boolean {
    let keys = 1
    for (let at = this.text.indexOf('&'); at !== -1; at = this.text.indexOf('&', at + 1)) keys += 1
    return keys > maxFormKeys
  }

  /** If a key is given twice, the last one counts (wire.md). */
  fields(): Record<string, string> {
    return Object.fromEntries(new URLSearchParams(this.text))
  }
}

/** path: responses of calls are HTTP 200 whatever the code (wire.md); elsewhere the HTTP status shows the error. */
type RequestContext = { request: FastifyRequest; reply: FastifyReply; lang: Lang; log: Log; path: 'call' | 'any' }

/** Any error as an envelope: refusals as they are, unreadable bodies as 4000 or their own HTTP status; all others are logged with details and answered without. */
export function refuse(error: unknown, { request, reply, lang, log, path }: RequestContext): FastifyReply {
  dropBody(request)
  // An answer that was begun may be kept for ever; a refusal in its place may not.
  void reply.removeHeader('cache-control')
  if (error instanceof Refusal) return reply.code(200).send(envelopeOf(error, lang))
  const status = isBrokenMultipart(error) ? 400 : statusOf(error)
  if (status >= 400 && status < 500) {
    const keepsStatus = path === 'any' || status === 413 || status === 415
    return reply.code(keepsStatus ? status : 200).send(envelopeOf(invalid('', status === 413 ? 'too_large' : 'invalid'), lang))
  }
  log.error({ err: error, route: request.routeOptions.url, id: request.id }, 'a call failed')
  return reply.code(path === 'any' ? 500 : 200).send(envelopeOf(new Refusal(Code.fault), lang))
}

/** The rest of a refused body is read and dropped (P43): Node does so only with a body that nobody began to read, and the next request of the connection stands behind it. */
function dropBody({ raw }: FastifyRequest): void {
  if (!raw.complete) raw.unpipe().resume()
}

export function envelopeOf({ code, words, data }: Refusal, lang: Lang): Envelope {
  return { code, msg: words[lang], data }
}

/** The realm in a URL, for responses outside of calls. */
export function langOf(url: string): Lang {
  return langs.find((lang) => url.startsWith(`/${lang}/`)) ?? 'en'
}

function statusOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500
}
