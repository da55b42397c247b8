/** The screen server: serves the TV page to anyone in the local network, posters and films to admitted screens, one WebSocket per page. The cloud beside it hands on what came by https. */
import { chmodSync, rmSync } from 'node:fs'
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { boundRequests } from '@homeport/contract/kit/http/inbound-requests.ts'
import { framesRate } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket, noHead } from '@homeport/contract/kit/inbound-socket.ts'
import { lanPath } from '@homeport/contract/lan.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { streamHeaders } from '../dlna/stream-headers.ts'
import type { StreamReader } from '../driven/driven-screens.ts'
import { cookieOf, hashOf, newSecret, secretFrom } from './cookie.ts'
import { headersFor, isHostOurs, isOriginOurs, visitorOf, type Visitor, type Way } from '../request-policy.ts'
import { pageFile, sendPageFile, sendPicture } from './files.ts'

const maxFrameBytes = 16 * 1024
const noPage =
  'The screen page is not built yet: run "npm start" once, or "npm run build" in the folder web, and load this page again.'

export type ServerDeps = {
  port: number
  /** Where the cloud of the same home hands on what comes by its https port; '' without. */
  socketPath: string
  webFolder: string
  /** The screen with this session. */
  screenOf: (sessionHash: string) => Promise<string | undefined>
  /** A newly admitted screen loads its page: the session gets a new secret. */
  renewed: (sessionHash: string, nextHash: string) => Promise<boolean>
  posterPath: (poster: string) => Promise<string | undefined>
  /** Handles a media request; the ticket names the file, name a part of its source or ''. */
  media: (
    request: IncomingMessage,
    response: ServerResponse,
    whose: { ticket: string; name: string; screen_id: string },
  ) => Promise<void>
  /** The screen of a ticket that another screen may read too, which has no session; else undefined. */
  castFrom: (ticket: string) => string | undefined
  /** A renderer reads by the ticket that it was given; undefined of any other ticket. */
  readerOf: (ticket: string) => StreamReader | undefined
  /** Answers a phone that takes a file by its ticket; it needs no session. */
  download: (request: IncomingMessage, response: ServerResponse, ticket: string) => Promise<void>
  /** The direct socket for apps (contract/src/lan.ts), if there is one: their pages are served elsewhere, so it judges their origin itself. */
  lan?: {
    allows: (origin: string | undefined) => boolean
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => void
  }
  opened: (socket: WebSocket, visitor: Visitor, sessionHash: string | undefined) => void
  onFault: (fault: unknown) => void
}
/** isHandedOn: the cloud beside it can hand on. take: a connection that came by a tunnel. */
export type ScreenServer = { port: number; isHandedOn: boolean; take: (connection: Duplex) => void; stop(): Promise<void> }

/** Rejects with the system's error code (EADDRINUSE …) if the port is not available. */
export async function openScreenServer(deps: ServerDeps): Promise<ScreenServer> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const server = createServer(deps, sockets, 'http')
  await listening(server, deps.port)
  const socketServer = deps.socketPath === '' ? undefined : await openSocketServer(deps, sockets)
  const tunnelServer = createServer(deps, sockets, 'tunnel')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    isHandedOn: socketServer !== undefined,
    take: (connection) => void tunnelServer.emit('connection', connection),
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      await closed(server)
      if (socketServer) await closed(socketServer)
    },
  }
}

/** A Unix socket, which only programs of the box's own user may open; without it http goes on. One of a box that was killed is still there. */
async function openSocketServer(deps: ServerDeps, sockets: WebSocketServer): Promise<Server | undefined> {
  const server = createServer(deps, sockets, 'https')
  try {
    rmSync(deps.socketPath, { force: true })
    await listening(server, deps.socketPath)
    chmodSync(deps.socketPath, 0o600)
    return server
  } catch (error) {
    deps.onFault(error)
    return undefined
  }
}

function listening(server: Server, where: number | string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

function createServer(deps: ServerDeps, sockets: WebSocketServer, way: Way): Server {
  const server = http.createServer((request, response) => {
    answer(deps, { request, response, way }).catch((fault: unknown) => {
      if (!isGoneAway(fault)) deps.onFault(fault)
      if (response.headersSent) response.destroy()
      else plain(response, 500, 'Something went wrong.')
    })
  })
  server.on('upgrade', (request, stream, head) => {
    const { host, origin, cookie } = request.headers
    const isDirect = way === 'http' && request.url === lanPath
    if (!isHostOurs(host) || !(isDirect ? deps.lan?.allows(origin) : isOriginOurs(origin, host, way)))
      return refuse(stream, headersFor(isHostOurs(host) ? host : undefined, way), '403 Forbidden')
    if (isDirect) return deps.lan?.upgrade(request, stream, head)
    if (request.url !== '/ws') return refuse(stream, headersFor(host, way), '404 Not Found')
    const secret = secretFrom(cookie, way)
    // No bound in all: digits wait for a person for as long as it takes, and a page answers each beat.
    const inbound = inboundWebSocket(stream, { rate: framesRate, head })
    sockets.handleUpgrade(request, inbound, noHead, (socket) => {
      stream.removeListener('error', ignore)
      deps.opened(socket, visitorOf(request, way), secret && hashOf(secret))
    })
  })
  boundRequests(server)
  return server
}

type Exchange = { request: IncomingMessage; response: ServerResponse; way: Way }

async function answer(deps: ServerDeps, { request, response, way }: Exchange): Promise<void> {
  const { host, origin, cookie } = request.headers
  const isOurs = isHostOurs(host)
  for (const [name, value] of Object.entries(headersFor(isOurs ? host : undefined, way))) response.setHeader(name, value)
  if (!isOurs || (origin !== undefined && !isOriginOurs(origin, host, way)))
    return plain(response, 403, 'This address is not served here.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(response, 405, 'Only GET is served here.')
  const path = (request.url ?? '').split('?')[0] ?? ''
  // By a tunnel the cloud has the page: what the box sends there is no page of the cloud's.
  const file = way === 'tunnel' ? undefined : pageFile(path)
  const secret = secretFrom(cookie, way)
  if (file === 'screen.html') {
    response.setHeader('Set-Cookie', cookieOf(await pageSecret(deps, secret), way))
    return (await sendPageFile(response, deps.webFolder, file)) ? undefined : plain(response, 503, noPage)
  }
  if (file) return (await sendPageFile(response, deps.webFolder, file)) ? undefined : plain(response, 404, 'Not found.')
  const screen_id = secret && (await deps.screenOf(hashOf(secret)))
  const [, kind, name = '', part = '', rest] = path.split('/')
  if (kind === 'file' && part === '' && rest === undefined) return deps.download(request, response, name)
  const isMedia = kind === 'media'
  if ((kind !== 'poster' && !isMedia) || rest !== undefined || (part !== '' && !isMedia))
    return plain(response, 404, 'Not found.')
  // Also required on this machine: a page of another program must not read the films.
  const isInHouse = isMedia && way !== 'tunnel'
  const renderer = isInHouse && !screen_id ? deps.readerOf(name) : undefined
  const reader = screen_id || renderer?.screen_id || (isInHouse ? deps.castFrom(name) : undefined)
  if (!reader) return plain(response, 401, 'This screen was not let in.')
  if (isMedia) {
    // A receiver shows the film in a page of its maker.
    if (!screen_id) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    const more = renderer ? streamHeaders(request.headers, renderer) : {}
    for (const [header, value] of Object.entries(more)) response.setHeader(header, value)
    return deps.media(request, response, { ticket: name, name: part, screen_id: reader })
  }
  const picture = /^[\w-]+$/.test(name) ? await deps.posterPath(name) : undefined
  if (!picture || !(await sendPicture(response, picture))) plain(response, 404, 'Not found.')
}

/** Every page gets a cookie: its digits are tied to it, and it becomes the session. */
async function pageSecret({ renewed, onFault }: ServerDeps, secret: string | undefined): Promise<string> {
  const next = newSecret()
  if (secret === undefined) return next
  try {
    return (await renewed(hashOf(secret), hashOf(next))) ? next : secret
  } catch (fault) {
    // The page itself says what is wrong with the box.
    onFault(fault)
    return secret
  }
}

export function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(text)
}

function refuse(stream: Duplex, headers: Record<string, string>, status: string): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  stream.on('error', ignore)
  stream.end([`HTTP/1.1 ${status}`, ...lines, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'))
}

function ignore(): void {}

/** The browser closed a stream that it no longer needs. */
function isGoneAway(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    'code' in fault &&
    ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(fault.code))
  )
}
