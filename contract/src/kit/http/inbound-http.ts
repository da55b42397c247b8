/** Answers of web servers within bounds, before and in Node's parser (P42, P52). For cloud and station. */
import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { InboundSocket, type InboundLimits } from '../inbound-socket.ts'

/** maxInformational: answers 1xx before the final one. maxBytes: of all heads together. withinMs: until the final head is here. */
export type HeadBounds = { maxInformational: number; maxBytes: number; withinMs: number }

export const headBounds: HeadBounds = { maxInformational: 16, maxBytes: 16 * 1024, withinMs: 30_000 }
/** The bounds for a push service, whose answer is a status. */
export const pushHeadBounds: HeadBounds = { ...headBounds, maxInformational: 3, withinMs: 15_000 }

/** The server sends what is no answer. */
export class BadAnswer extends Error {}
/** The server's head did not come in time. */
export class LateAnswer extends Error {}

/** Connections of this agent are parsed in turns, however short the chunks of the answer are. limits: of each connection. */
export function createInboundAgent(
  protocol: string,
  options: https.AgentOptions = {},
  limits: () => InboundLimits = () => ({}),
): http.Agent | https.Agent {
  const agent = protocol === 'https:' ? new https.Agent(options) : new http.Agent(options)
  const connect = agent.createConnection.bind(agent)
  // A tunnel through a proxy comes later, by the callback; what is returned before is the agent's own mark for it.
  const isTunnel = protocol === 'https:' && options.proxyEnv !== undefined
  agent.createConnection = (parts, done) => {
    const socket = connect(parts, done && ((error, made) => done(error, made && inboundOf(made, limits()))))
    return socket && !isTunnel ? inboundOf(socket, limits()) : socket
  }
  return agent
}

const inboundOf = (socket: Duplex, limits: InboundLimits) =>
  socket instanceof InboundSocket ? socket : new InboundSocket(socket, limits)

/** Ends a request whose answer's head does not come within the bounds, with a BadAnswer or a LateAnswer. */
export function boundHead(request: http.ClientRequest, { maxInformational, maxBytes, withinMs }: HeadBounds): void {
  let informational = 0
  let readBefore = 0
  const timer = setTimeout(() => request.destroy(new LateAnswer('no head in time')), withinMs).unref()
  const end = () => clearTimeout(timer)
  request.once('socket', (socket) => (readBefore = readOf(socket)))
  request.on('information', () => {
    informational += 1
    const bytes = request.socket ? readOf(request.socket) - readBefore : 0
    if (informational > maxInformational || bytes > maxBytes) request.destroy(new BadAnswer('no end of informational answers'))
  })
  // Nobody requested another protocol. Node would close such a request without an answer, and without an error.
  request.once('upgrade', (_, socket: Duplex) => {
    socket.destroy()
    request.emit('error', new BadAnswer('another protocol'))
  })
  request.once('response', end)
  request.once('close', end)
}

const readOf = (socket: Duplex & { bytesRead?: number }): number => socket.bytesRead ?? 0
