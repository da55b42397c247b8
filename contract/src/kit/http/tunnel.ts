/** The tunnel: one outgoing WebSocket of a box to a process of its cloud, by which films and files reach a person away from home (docs/decisions/091). Both ends of it; for cloud and station. */
import { Duplex } from 'node:stream'

/** A header of each request that the cloud sends to the box: what it lets pass of one stream, kbit/s. */
export const streamKbitHeader = 'x-stream-kbit'

/** A message is one byte of its kind, four of its stream, and its bytes. open: by the cloud. data: at most pieceBytes. credit: so many bytes more may come (four bytes). end: no more comes. reset: the stream is given up. */
const kinds = { open: 0, data: 1, credit: 2, end: 3, reset: 4 } as const
const headBytes = 5
const pieceBytes = 32 * 1024
export const tunnelFrameMaxBytes = headBytes + pieceBytes
/** On its way of one stream, unread: 20 Mbit/s with 400 ms there and back. */
const windowBytes = 1024 * 1024
const maxStreams = 64

const pingEveryMs = 15_000

/** A WebSocket of the package ws. */
type Socket = {
  send: (bytes: Buffer, done: (error?: Error | null) => void) => void
  ping: () => void
  terminate: () => void
  on: {
    (event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown
    (event: 'pong' | 'close', listener: () => void): unknown
    (event: 'error', listener: (error: Error) => void): unknown
  }
}

export type Tunnel = ReturnType<typeof createTunnel>

/** onStream: the cloud opened a stream; absent at the cloud. Whoever breaks the rules, or is silent for two pings, is cut off, and its streams end. */
export function createTunnel(socket: Socket, onStream?: (stream: Duplex) => void) {
  const streams = new Map<number, TunnelStream>()
  const ended = Promise.withResolvers<void>()
  let lastId = 0
  let isOpen = true
  let isAlive = true

  function start(id: number): TunnelStream {
    const stream = new TunnelStream((kind, bytes, done) => {
      if (!isOpen) return done(new Error('the tunnel has ended'))
      const head = Buffer.allocUnsafe(headBytes)
      head.writeUInt8(kinds[kind])
      head.writeUInt32BE(id, 1)
      socket.send(Buffer.concat([head, bytes]), (error) => done(error ?? null))
    })
    streams.set(id, stream)
    // A reader that is gone is no fault of the tunnel's.
    stream.on('error', () => {})
    return stream.once('close', () => streams.delete(id))
  }

  function receive(message: Buffer): boolean {
    if (message.length < headBytes) return false
    const [kind, id, bytes] = [message.readUInt8(), message.readUInt32BE(1), message.subarray(headBytes)]
    if (kind === kinds.open) {
      if (!onStream || streams.has(id)) return false
      const stream = start(id)
      if (streams.size > maxStreams) stream.destroy()
      else onStream(stream)
      return true
    }
    // A stream that is gone here: its bytes were on their way.
    const stream = streams.get(id)
    if (kind === kinds.data) return stream?.receive(bytes) ?? true
    if (kind === kinds.credit) return bytes.length === 4 && (stream?.credited(bytes.readUInt32BE()) ?? true)
    if (kind === kinds.end) return stream?.ended() ?? true
    if (kind === kinds.reset) return stream?.reset() ?? true
    return false
  }

  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, pingEveryMs).unref()
  socket.on('pong', () => (isAlive = true))
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => {
    if (!isOpen) return
    if (!isBinary || !Buffer.isBuffer(data) || !receive(data)) socket.terminate()
  })
  socket.on('close', () => {
    isOpen = false
    clearInterval(beat)
    for (const stream of streams.values()) stream.reset()
    ended.resolve()
  })

  return {
    isOpen: (): boolean => isOpen,
    streams: (): number => streams.size,
    ended: ended.promise,
    /** A connection to the box's own server. */
    open(): Duplex {
      lastId = (lastId + 1) % 2 ** 32
      const stream = start(lastId)
      stream.begin()
      return stream
    },
    end: () => socket.terminate(),
  }
}

type Send = (kind: keyof typeof kinds, bytes: Buffer, done: (error: Error | null) => void) => void
type Pending = { rest: Buffer; done: (error?: Error | null) => void }

const nothing = Buffer.alloc(0)
const ignore = () => {}

/** One stream: what its reader has not taken holds back the other end, and only this stream. */
class TunnelStream extends Duplex {
  readonly #send: Send
  /** That may be sent. */
  #credit = windowBytes
  #pending: Pending | undefined
  #isSending = false
  /** That came and no reader wanted yet. */
  #inbox: Buffer[] = []
  /** That the other end may still send. */
  #window = windowBytes
  /** That was read, and is not credited yet. */
  #read = 0
  #isWanted = false
  #hasEnded = false
  #isReset = false

  constructor(send: Send) {
    super({ highWaterMark: pieceBytes })
    this.#send = send
  }

  begin(): void {
    this.#send('open', nothing, ignore)
  }

  /** False where the other end sends more than it may. */
  receive(bytes: Buffer): boolean {
    this.#window -= bytes.length
    if (this.#window < 0 || this.#hasEnded || bytes.length > pieceBytes) return false
    this.#inbox.push(bytes)
    this.#deliver()
    return true
  }

  credited(bytes: number): boolean {
    this.#credit += bytes
    if (this.#credit > windowBytes) return false
    this.#sendPiece()
    return true
  }

  ended(): boolean {
    this.#hasEnded = true
    this.#deliver()
    return true
  }

  reset(): boolean {
    this.#isReset = true
    this.destroy(this.#hasEnded ? undefined : new Error('the other end gave the stream up'))
    return true
  }

  #deliver(): void {
    while (this.#isWanted) {
      const bytes = this.#inbox.shift()
      if (!bytes) break
      this.#isWanted = this.push(bytes)
      this.#read += bytes.length
    }
    if (this.#read >= windowBytes / 4) this.#giveCredit()
    if (this.#hasEnded && this.#inbox.length === 0 && this.#isWanted) {
      this.#isWanted = false
      this.push(null)
    }
  }

  #giveCredit(): void {
    const bytes = Buffer.allocUnsafe(4)
    bytes.writeUInt32BE(this.#read)
    this.#window += this.#read
    this.#read = 0
    this.#send('credit', bytes, ignore)
  }

  override _read(): void {
    this.#isWanted = true
    this.#deliver()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending = { rest: chunk, done }
    this.#sendPiece()
  }

  /** The next one goes once the socket has taken this one, so that other streams have their turns. */
  #sendPiece(): void {
    const pending = this.#pending
    if (!pending || this.#isSending || this.#credit === 0) return
    const piece = pending.rest.subarray(0, Math.min(pieceBytes, this.#credit))
    pending.rest = pending.rest.subarray(piece.length)
    this.#credit -= piece.length
    this.#isSending = true
    this.#send('data', piece, (error) => {
      this.#isSending = false
      // The stream was given up meanwhile.
      if (this.#pending !== pending) return
      if (!error && pending.rest.length > 0) return this.#sendPiece()
      this.#pending = undefined
      pending.done(error ?? undefined)
    })
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#send('end', nothing, done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isOver = this.#hasEnded && this.writableFinished
    this.#inbox = []
    const pending = this.#pending
    this.#pending = undefined
    pending?.done(error ?? new Error('the stream is over'))
    if (!isOver && !this.#isReset) this.#send('reset', nothing, ignore)
    done(error)
  }
}
