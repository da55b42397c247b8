/** The HTTP server: Host and Origin checks, headers on every response, calls, web app, health and metrics. */
import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Code } from '@homeport/contract/kit/codes.ts'
import { boundRequests } from '@homeport/contract/kit/http/inbound-requests.ts'
import { originsOf } from '@homeport/contract/kit/hosts-file.ts'
import { answerBroken, bareHeaders, createHeaders } from '../kit/http/headers.ts'
import { listenOn } from '../kit/http/listen.ts'
import type { Log } from '../kit/log.ts'
import { bodyMaxBytes, envelopeOf, langOf, mount, refuse } from '../kit/http/mount.ts'
import { isHostAllowed, isOriginAllowed } from '../kit/http/origin.ts'
import type { Realm } from '../kit/realm.ts'
import { invalid, Refusal, type Words } from '../kit/refusal.ts'
import { challengePath } from '../tls/acme/challenges.ts'
import type { CloudConfig } from './config.ts'
import { faultOf } from './health.ts'
import { mountHosts } from './hosts.ts'
import { mountMetrics } from './metrics.ts'
import { mountWeb } from './static-web.ts'

/** Fast enough to compress on request; brotli's default takes a fifth of a second for our largest file. */
const brotliQuality = 5

type Mounted = Omit<Parameters<typeof mount>[1], 'log'> & { log: Log }

/** certificate: the state of a certificate by ACME; undefined if there is none. */
type HttpDeps = {
  realms: readonly Realm[]
  log: Log
  requestMs: number
  freeBytes: (folder: string) => Promise<number>
  certificate: () => object | undefined
  uncaught: () => number
  secureOrigin: (host: string | undefined) => string
}

export async function openHttp(config: CloudConfig, deps: HttpDeps) {
  const { realms, log, requestMs, freeBytes, certificate, uncaught, secureOrigin } = deps
  const app = fastify({
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyMaxBytes,
    // P33: a client that has not sent the whole request by then gets an error within a second.
    requestTimeout: requestMs,
    http: { connectionsCheckingInterval: 500, headersTimeout: requestMs },
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => answerBroken(error, socket),
    frameworkErrors: (_, request, reply) => answerBadAddress(request, reply),
    routerOptions: { ignoreTrailingSlash: false },
    schemaController: { compilersFactory: noCompilers },
  })
  createHeaders(app, { connect: config.origins, hosts: config.hostsFile ? originsOf(config.hostsFile) : [], secureOrigin })
  guard(app, config)
  tellBrokenStreams(app, log)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  })
  app.setErrorHandler((error, request, reply) => refuse(error, { request, reply, lang: langOf(request.url), log, path: 'any' }))
  app.setNotFoundHandler((request, reply) => reply.code(404).send(envelopeOf(new Refusal(Code.notFound), langOf(request.url))))
  app.get('/healthz', async (_, reply) => {
    const fault = await faultOf({ realms, freeBytes: () => freeBytes(config.dataFolder) })
    // Without its certificate the cloud still serves by http.
    return fault === undefined
      ? reply.send({ ok: true, certificate: certificate() })
      : reply.code(503).send({ ok: false, fault, certificate: certificate() })
  })
  mountMetrics(app, { log, access: config, uncaught })
  mountHosts(app)
  await mountWeb(app, { folder: config.webFolder, hostsFile: config.hostsFile })
  return { app, mountRoutes: (mounted: Mounted) => mount(app, mounted) }
}

/** Calls are validated by the contract's schemas, so Fastify's compilers (12 MB) are not loaded. */
const noCompilers = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error("Routes bear no schema of Fastify's: the contract checks what comes and goes")
}

const foreignHost: Words = {
  en: 'This server doesn’t know this address. Add it to HOMEPORT_ORIGINS, or use the IP address.',
  zh: '此服务器不认识该地址：请将其加入 HOMEPORT_ORIGINS，或使用 IP 地址访问',
}

/** A stream that fails after its first byte has no answer of its own any more: its connection is cut, and the fault is told (P49). */
function tellBrokenStreams(app: FastifyInstance, log: Log): void {
  app.addHook('onSend', (...[request, reply, payload, done]) => {
    if (payload instanceof Readable)
      payload.once('error', (error) => {
        if (reply.raw.headersSent) log.error({ err: error, path: request.routeOptions.url }, 'an answer broke off')
      })
    done(null, payload)
  })
}

/** A URL that cannot be decoded: no hook runs for it. */
function answerBadAddress(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .headers(bareHeaders)
    .code(400)
    .send(envelopeOf(invalid(''), langOf(request.url)))
}

/** Refuses foreign Hosts (DNS rebinding) and foreign Origins; pages of other allowed origins get their CORS headers. */
function guard(app: FastifyInstance, config: CloudConfig): void {
  // Callbacks, since a promise for each hook of each request adds up.
  app.addHook('onRequest', (request, reply, done) => {
    const { host, origin } = request.headers
    const isOpen = request.url === '/healthz' || request.url.startsWith(challengePath)
    if (!isOpen && !isHostAllowed(config, host))
      return reply.code(403).send(envelopeOf(new Refusal(Code.notAllowed, foreignHost), langOf(request.url)))
    if (origin === undefined) return done()
    if (!isOriginAllowed(config, origin, host))
      return reply.code(403).send(envelopeOf(new Refusal(Code.notAllowed), langOf(request.url)))
    reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin')
    if (request.method !== 'OPTIONS') return done()
    reply.header('Access-Control-Allow-Methods', 'GET, POST, PUT')
    reply.header('Access-Control-Allow-Headers', 'Content-Type, Token, OS, Version, Source, client, SsoClient, Devsn')
    return reply.header('Access-Control-Max-Age', '600').code(204).send()
  })
}

export async function listen(app: FastifyInstance, config: CloudConfig): Promise<{ port: number; url: string }> {
  boundRequests(app.server)
  await listenOn(config.port, 'HOMEPORT_PORT', (host) => app.listen({ port: config.port, host }))
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return { port, url: `http://127.0.0.1:${port}` }
}
