/** Requests that come in to an http server within bounds (P43, P52): what a connection sends is parsed in short turns, its requests are carried out one after another. For cloud and station. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createPieceSize } from '../inbound-socket.ts'
import { createTurnQueue } from '../turn-queue.ts'

/** Requests that wait for the one before on their connection. Browsers send one at a time. */
const maxWaiting = 100
/** Bytes that are of no request, such as empty lines. */
const maxIdleBytes = 64 * 1024
/** A body may come in so many pieces, and in more where they are longer than this. */
const maxShortPieces = 1_000
const shortPieceBytes = 16

/** As long as a request of the app. */
const shortBytes = 4 * 1024

/** Connections of all servers of the process take turns. */
const inTurn = createTurnQueue()

type Listener = (request: IncomingMessage, response: ServerResponse) => void
type Connection = {
  /** The last one that came, whole or not. */
  request: IncomingMessage | undefined
  /** Since it was whole. */
  idleBytes: number
  /** Requests, while another one is carried out. */
  waiting: (() => void)[] | undefined
  /** Its bytes are left to others. */
  release: () => void
}

/** Call it once the server's listeners for requests are set. event: connection, or secureConnection of an https server. */
export function boundRequests(server: Server, event: 'connection' | 'secureConnection' = 'connection'): void {
  const connections = new WeakMap<Socket, Connection>()
  // After the server's own listener, which parses.
  server.on(event, (socket: Socket) => {
    const connection = { request: undefined, idleBytes: 0, waiting: undefined, release: () => {} }
    connections.set(socket, connection)
    readInTurns(socket, connection)
  })
  // The one that takes over the socket reads it in its own way.
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => connections.get(socket)?.release())
  const listeners = server.listeners('request') as Listener[]
  const run: Listener = (request, response) => listeners.forEach((listener) => listener.call(server, request, response))
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket)
    // One that another server handed on is within its bounds.
    if (!connection) return run(request, response)
    Object.assign(connection, { request, idleBytes: 0 })
    boundBody(request)
    inOrder(connection, { request, response, run })
  })
}

/** A connection is read while its parser wants more, a piece a turn. */
function readInTurns(socket: Socket, connection: Connection): void {
  const size = createPieceSize()
  let isScheduled = false
  let isHeld = false

  function schedule(): void {
    if (isScheduled || isHeld) return
    isScheduled = true
    inTurn(turn)
  }

  function turn(): void {
    isScheduled = false
    if (socket.destroyed || isHeld) return
    const began = performance.now()
    const bytes = Math.min(size.bytes(), socket.readableLength)
    // A body that nobody reads, as its request was refused, is of its request.
    if (connection.request?.complete !== false) connection.idleBytes += bytes
    // The parser hears of it by the event `data`.
    socket.read(bytes)
    size.took(performance.now() - began)
    if (connection.idleBytes > maxIdleBytes) socket.destroy()
    if (socket.destroyed || isHeld) return
    if (socket.readableLength > 0) schedule()
    // The end comes with the next reading.
    else socket.read(0)
  }

  /** An ordinary request waits for no turn. */
  function readOrWait(): void {
    if (socket.readableLength > shortBytes) schedule()
    else if (!isScheduled) turn()
  }

  socket.on('readable', readOrWait)
  // The parser's wishes, as where a body waits for its reader.
  socket.pause = () => {
    isHeld = true
    return socket
  }
  socket.resume = () => {
    isHeld = false
    schedule()
    return socket
  }
  connection.release = () => {
    isHeld = true
    socket.removeListener('readable', readOrWait)
    Reflect.deleteProperty(socket, 'pause')
    Reflect.deleteProperty(socket, 'resume')
  }
}

/** A body in very many short pieces takes far more memory than its bytes. */
function boundBody(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let pieces = 0
  let bytes = 0
  request.push = (piece: Buffer | null) => {
    if (piece === null) return push(piece)
    pieces += 1
    bytes += piece.length
    if (pieces <= maxShortPieces || bytes >= pieces * shortPieceBytes) return push(piece)
    request.socket.destroy()
    return false
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse; run: Listener }

/** A request is carried out once the one before on its connection is answered. */
function inOrder(connection: Connection, { request, response, run }: Exchange): void {
  const { socket } = request
  if (!connection.waiting) {
    connection.waiting = []
    return begin()
  }
  if (connection.waiting.length >= maxWaiting) return void socket.destroy()
  connection.waiting.push(begin)

  function begin(): void {
    response.once('close', () => {
      const next = socket.destroyed ? undefined : connection.waiting?.shift()
      if (next) inTurn(next)
      else connection.waiting = undefined
    })
    run(request, response)
  }
}
