/** A reverse proxy for the box of the same home: what lies below boxPath goes to its Unix socket, unread. Host, Origin, sessions and headers are the box's to judge, as on its own port (docs/decisions/073). */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import { boxPath } from '@homeport/contract/playback/box-paths.ts'
import { sendAwayPage } from './box-away-page.ts'

/** The headers that the box reads; all others stay here, with whatever a client says of its own address. */
const passedOn = ['host', 'origin', 'cookie', 'user-agent', 'range'] as const
/** The headers of a socket that is opened. */
const ofUpgrade = ['connection', 'upgrade', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'] as const
/** They concern one connection only. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer', 'te'])

export type BoxProxy = ReturnType<typeof openBoxProxy>

/** socketPath: of the box; nothing is there where no box runs beside this cloud. */
export function openBoxProxy(socketPath: string) {
  const tunnels = new Set<Duplex>()

  function begin(incoming: IncomingMessage, names: readonly string[]) {
    const path = (incoming.url ?? '').slice(boxPath.length)
    const headers = { ...picked(incoming.headers, names), 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    return httpRequest({ socketPath, path, method: incoming.method, headers, agent: false })
  }

  return {
    takes: ({ url = '' }: IncomingMessage): boolean => url.startsWith(`${boxPath}/`),

    answer(incoming: IncomingMessage, response: ServerResponse): void {
      const outgoing = begin(incoming, passedOn)
      // The reader left: the box reads, converts and sends no further.
      response.once('close', () => outgoing.destroy())
      outgoing.once('response', (answered) => {
        response.writeHead(answered.statusCode ?? 502, withoutHops(answered.headers))
        pipeline(answered, response, () => {})
      })
      outgoing.on('error', () => {
        if (response.headersSent || response.destroyed) response.destroy()
        else sendAwayPage(response, incoming.headers['accept-language'])
      })
      outgoing.end()
      incoming.resume()
    },

    upgrade(incoming: IncomingMessage, stream: Duplex, head: Buffer): void {
      const outgoing = begin(incoming, [...passedOn, ...ofUpgrade])
      const giveUp = () => void stream.destroy()
      tunnels.add(stream)
      stream.on('error', giveUp).once('close', () => {
        tunnels.delete(stream)
        outgoing.destroy()
      })
      outgoing.once('upgrade', (answered, box, first) => {
        stream.write(headOf(answered))
        stream.write(first)
        box.write(head)
        pipeline(stream, box, () => box.destroy())
        pipeline(box, stream, giveUp)
      })
      outgoing.once('response', (answered) => {
        stream.write(headOf(answered))
        pipeline(answered, stream, giveUp)
      })
      outgoing.on('error', giveUp)
      outgoing.end()
    },

    stop(): void {
      for (const stream of tunnels) stream.destroy()
    },
  }
}

function picked(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))
}

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)))
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : []))
  return [`HTTP/1.1 ${statusCode ?? 502} ${statusMessage ?? ''}`, ...lines, '', ''].join('\r\n')
}
