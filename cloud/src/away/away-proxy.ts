/**
 * Hands on to a box by its tunnel: media, pictures, files and the socket of the player's page, nothing else. The page and its scripts are the cloud's own: what a box
 * answers has this origin, so only headers and types of an allow-list come out (P31).
 */
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { framesRate } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket } from '@homeport/contract/kit/inbound-socket.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import { streamKbitHeader, type Tunnel } from '@homeport/contract/kit/http/tunnel.ts'
import { bareHeaders } from '../kit/http/headers.ts'
import { refuseUpgrade, type Upgrade } from '../connection/base/upgrade.ts'
import type { Visit } from './pass.ts'
import type { Slot } from './stream-slots.ts'

/** The paths of a box that are reached from outside. */
const passedOn = /^\/(?:(?:poster|file)\/[\w-]+|media\/[\w-]+(?:\/[\w.-]+)?)$/
/** Headers of its answer. */
const answered = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'content-disposition',
] as const
/** Nothing that a browser runs or shows as a page. */
const harmless =
  /^(?:(?:video|audio)\/[\w.+-]+|image\/(?:jpeg|png|webp)|application\/(?:vnd\.apple\.mpegurl|octet-stream|zip)|text\/(?:vtt|plain)(?:; ?charset=utf-8)?)$/i
const ofUpgrade = ['connection', 'upgrade', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'] as const
/** A conversion has its first picture sooner. */
const headWithinMs = 60_000

export type AwayProxyDeps = {
  tunnelOf: (visit: Visit) => Promise<Tunnel | undefined>
  takeSlot: (visit: Visit) => Slot | undefined
  screenSecret: (visit: Visit) => string
  streamKbit: number
  later: Later
}
/** path: at the box. address: of the reader. */
export type Away = { visit: Visit; path: string; address: string }
/** The end of the person who reads: an answer, or the socket of the player's page. */
type Reader = { readonly destroyed: boolean; destroy(): unknown; once(event: 'close', listener: () => void): unknown }

export function createAwayProxy({ tunnelOf, takeSlot, screenSecret, streamKbit, later }: AwayProxyDeps) {
  /** The streams on their way, by visit, to be ended with it. */
  const live = new Map<string, { visit: Visit; ends: Set<() => void> }>()

  function follow(visit: Visit, end: () => void): () => void {
    const { ends } = live.get(visit.id) ?? { ends: new Set() }
    live.set(visit.id, { visit, ends: ends.add(end) })
    return () => {
      ends.delete(end)
      if (ends.size === 0) live.delete(visit.id)
    }
  }

  function begin({ headers, method }: IncomingMessage, { visit, path, address }: Away, tunnel: Tunnel): ClientRequest {
    const sent: OutgoingHttpHeaders = {
      host: 'box.local',
      cookie: `homeport_screen=${screenSecret(visit)}`,
      'x-forwarded-for': address,
      [streamKbitHeader]: streamKbit,
      ...picked(headers, ['user-agent', 'range']),
    }
    const isUpgrade = path === '/ws'
    if (isUpgrade) Object.assign(sent, picked(headers, ofUpgrade))
    return httpRequest({ createConnection: () => tunnel.open(), path, method, headers: sent })
  }

  /** Asks the box for this reader. Undefined where the reader was refused, or left meanwhile. */
  async function connect(
    request: IncomingMessage,
    away: Away,
    { reader, refuse }: { reader: Reader; refuse: (status: number) => void },
  ): Promise<{ outgoing: ClientRequest; slot: Slot; cancel: () => void } | undefined> {
    // The reader left before its visit was known.
    if (reader.destroyed) return undefined
    const slot = takeSlot(away.visit)
    if (!slot) {
      refuse(429)
      return undefined
    }
    const forget = follow(away.visit, () => reader.destroy())
    reader.once('close', () => {
      slot.end()
      forget()
    })
    const tunnel = await tunnelOf(away.visit)
    if (reader.destroyed) return undefined
    if (!tunnel) {
      refuse(503)
      return undefined
    }
    const outgoing = begin(request, away, tunnel)
    const cancel = later(headWithinMs, () => outgoing.destroy(new Error('the box does not answer')))
    // The reader left: the box reads, converts and sends no further.
    reader.once('close', () => {
      cancel()
      outgoing.destroy()
    })
    outgoing.on('error', () => refuse(502))
    return { outgoing, slot, cancel }
  }

  return {
    passes: (path: string): boolean => passedOn.test(path),

    async answer(request: IncomingMessage, response: ServerResponse, away: Away): Promise<void> {
      const connection = await connect(request, away, { reader: response, refuse: (status) => refuse(response, status) })
      if (!connection) return
      const { outgoing, slot, cancel } = connection
      outgoing.once('response', (answer) => {
        cancel()
        const status = answer.statusCode ?? 0
        if (status < 200 || status > 599) return void outgoing.destroy(new Error('an answer that is none'))
        response.writeHead(status, headersOf(answer))
        const passing = slot.throttle()
        pipeline(answer, passing, (error) => error && response.destroy())
        passing.pipe(response)
      })
      outgoing.end()
    },

    /** The socket of the player's page. */
    async upgrade({ request, socket, head }: Upgrade, away: Away): Promise<void> {
      socket.on('error', () => socket.destroy())
      const connection = await connect(request, away, { reader: socket, refuse: () => refuseUpgrade(socket, 503) })
      if (!connection) return
      const { outgoing, cancel } = connection
      outgoing.once('upgrade', (answer, box, first) => {
        cancel()
        join(answer, { app: inboundWebSocket(socket, { rate: framesRate, head }), box, first })
      })
      outgoing.once('response', () => outgoing.destroy(new Error('no socket')))
      outgoing.end()
    },

    visits: (): Visit[] => [...live.values()].map(({ visit }) => visit),
    endVisit({ id }: Visit): void {
      for (const end of live.get(id)?.ends ?? []) end()
    },
    stop(): void {
      for (const { ends } of live.values()) for (const end of ends) end()
    },
  }
}

function join(answer: IncomingMessage, { app, box, first }: { app: Duplex; box: Duplex; first: Buffer }): void {
  const accept = answer.headers['sec-websocket-accept'] ?? ''
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
  ]
  app.write([...lines, '', ''].join('\r\n'))
  app.write(first)
  pipeline(app, box, () => box.destroy())
  pipeline(box, app, () => app.destroy())
}

/** An answer that has begun can only end. */
function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  response.writeHead(status, {
    ...bareHeaders,
    'Content-Length': 0,
    'Cache-Control': 'no-store',
    ...(status === 429 && { 'Retry-After': 1 }),
  })
  response.end()
}

function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const sent = picked(headers, answered)
  const kind = sent['content-type'] ?? ''
  const name = sent['content-disposition'] ?? ''
  return {
    ...bareHeaders,
    ...sent,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'content-type': harmless.test(kind) ? kind : 'application/octet-stream',
    ...(name !== '' && { 'content-disposition': /^attachment\b/i.test(name) ? name : 'attachment' }),
  }
}

function picked(headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))
}
