/** Security headers of every response, errors included (P31). */
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

const directives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  // https: the videos of an operator's guides may lie elsewhere.
  mediaSrc: ["'self'", 'blob:', 'https:'],
  fontSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** An app in the house opens its box's direct socket, whose address the cloud does not know when it serves the page. Pages from https may open none. */
const directSockets = 'ws:'

/** Limits the cache: clients can send any Host. */
const maxHosts = 100

/** connect: further origins of this cloud; hosts: those of the hosts file, where the app's calls, sockets and pictures lie. secureOrigin: the address by https of a host, which its pages of http look for; '' if there is none. */
export function createHeaders(
  app: FastifyInstance,
  {
    connect,
    hosts,
    secureOrigin,
  }: { connect: readonly string[]; hosts: readonly string[]; secureOrigin: (host: string | undefined) => string },
): void {
  const origins = [...new Set([...connect, ...hosts])]
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...directives,
        imgSrc: [...directives.imgSrc, ...hosts],
        mediaSrc: [...directives.mediaSrc, ...hosts],
        connectSrc: [
          "'self'",
          ({ headers: { host } }) => `${socketsOf(host)} ${secureOrigin(host)}`.trim(),
          ...origins,
          ...origins.map((origin) => origin.replace(/^http/, 'ws')),
          directSockets,
        ],
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    // A plain-http LAN address is not a trustworthy origin: browsers ignore this header there and log a warning.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    frameguard: { action: 'deny' },
  })
  /** helmet's headers depend only on the host, so they are computed once per host. */
  const made = new Map<string, readonly [string, number | string | string[]][]>()
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    // The https port opens after the first pages may have been asked for.
    const host = `${request.headers.host ?? ''} ${secureOrigin(request.headers.host)}`
    const existing = made.get(host)
    if (existing) for (const [name, value] of existing) raw.setHeader(name, value)
    else {
      setHeaders(request.raw, raw, (error) => {
        if (error) throw error
      })
      if (made.size >= maxHosts) made.clear()
      made.set(
        host,
        raw.getHeaderNames().map((name) => [name, raw.getHeader(name) ?? '']),
      )
    }
    if (request.protocol === 'https') {
      // Browsers keep HSTS for all ports of a name: after our own https port, http beside it would no longer open.
      if (!isEncrypted(request.raw.socket)) reply.header('Strict-Transport-Security', 'max-age=15552000')
      reply.header(
        'Content-Security-Policy',
        `${String(reply.getHeader('content-security-policy')).replace(/ ws:$/, '')};upgrade-insecure-requests`,
      )
    }
    done()
  })
}

/** By our own https port, not by a proxy before us. */
function isEncrypted(socket: Socket): boolean {
  return socket instanceof TLSSocket
}

/** 'self' does not include WebSockets in every browser. */
function socketsOf(host: string | undefined): string {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'"
}

/** For responses that pass no hook of the app. */
export const bareHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}

/** A request that is not valid HTTP, or whose headers are too large: answered on the raw socket. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const lines = Object.entries({ ...bareHeaders, 'Content-Length': '0', Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'))
}
