/** A socket whose bytes reach their parser in short turns, at a bounded rate (P43, P52). For cloud and station. */
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createFrameCounter, createInboundMeter, type InboundMeter, type InboundRate, type TokenBucket } from './inbound.ts'
import { createTurnQueue } from './turn-queue.ts'

/** Parsers of all sockets of the process share these turns, and at least half of the processor is left to others. */
const restMs = 10
const inTurnOfAll = createTurnQueue({ restMs })

/** The parser gets pieces; where one took long the next is shorter. */
const firstPieceBytes = 8 * 1024
const maxPieceBytes = 64 * 1024
const pieceLeastBytes = 512
const pieceLongMs = 4
const pieceShortMs = 1

/** How long the next piece for a parser is. took: ms that the one before kept it busy. */
export function createPieceSize() {
  let bytes = firstPieceBytes
  return {
    bytes: (): number => bytes,
    took(ms: number): void {
      if (ms > pieceLongMs) bytes = Math.max(pieceLeastBytes, Math.floor(bytes / 2))
      else if (ms < pieceShortMs) bytes = Math.min(maxPieceBytes, bytes * 2)
    },
  }
}

/** Not yet parsed; then nothing more is read. */
const maxPendingBytes = 64 * 1024

export type Clock = { now: () => number; later: (ms: number, run: () => void) => () => void }

export type InboundLimits = {
  /** Absent where only the parser's time is bounded. */
  meter?: InboundMeter
  /** In all, until liftTotal is called. */
  maxTotal?: number
  /** Bytes that were read of the socket before. */
  head?: Buffer
  clock?: Clock
  inTurn?: (task: () => void) => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  later(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Sends like the socket itself: what is not sent yet counts in writableLength. */
export class InboundSocket extends Duplex {
  readonly #socket: Duplex
  readonly #meter: InboundMeter | undefined
  readonly #clock: Clock
  readonly #inTurn: (task: () => void) => void
  #maxTotal: number
  #pending: Buffer[] = []
  #pendingBytes = 0
  readonly #piece = createPieceSize()
  #isWanted = false
  #isQueued = false
  #hasEnded = false
  #endHold: (() => void) | undefined
  /** That came, parsed or not. */
  bytesRead = 0

  constructor(
    socket: Duplex,
    { meter, maxTotal = Infinity, head, clock = systemClock, inTurn = inTurnOfAll }: InboundLimits = {},
  ) {
    super({ emitClose: true })
    this.#socket = socket
    this.#meter = meter
    this.#maxTotal = maxTotal
    this.#clock = clock
    this.#inTurn = inTurn
    if (head && head.length > 0) this.#receive(head)
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('end', () => {
      this.#hasEnded = true
      this.#schedule()
    })
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => {
      if (!this.#hasEnded) this.destroy()
    })
    for (const event of ['timeout', 'connect', 'secureConnect'] as const) socket.on(event, () => this.emit(event))
  }

  /** For Node's http agent, as a socket has them. */
  setTimeout(ms: number, onTimeout?: () => void): this {
    if (this.#socket instanceof Socket) this.#socket.setTimeout(ms)
    if (onTimeout) this.once('timeout', onTimeout)
    return this
  }
  setNoDelay(isSet?: boolean): this {
    if (this.#socket instanceof Socket) this.#socket.setNoDelay(isSet)
    return this
  }
  setKeepAlive(isSet?: boolean, delayMs?: number): this {
    if (this.#socket instanceof Socket) this.#socket.setKeepAlive(isSet, delayMs)
    return this
  }
  ref(): this {
    if (this.#socket instanceof Socket) this.#socket.ref()
    return this
  }
  unref(): this {
    if (this.#socket instanceof Socket) this.#socket.unref()
    return this
  }

  /** It has logged in. */
  liftTotal(): void {
    this.#maxTotal = Infinity
  }

  #receive(bytes: Buffer): void {
    if (this.destroyed) return
    this.bytesRead += bytes.length
    const waitMs = this.bytesRead > this.#maxTotal ? Infinity : (this.#meter?.take(bytes) ?? 0)
    if (waitMs === Infinity) return void this.destroy()
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    if (waitMs > 0) this.#hold(waitMs)
    this.#readOrPause()
    this.#schedule()
  }

  /** Bytes that came already are parsed meanwhile. */
  #hold(ms: number): void {
    this.#endHold?.()
    this.#endHold = this.#clock.later(ms, () => {
      this.#endHold = undefined
      this.#readOrPause()
    })
  }

  #readOrPause(): void {
    const isPaused = this.#endHold !== undefined || this.#pendingBytes >= maxPendingBytes
    if (isPaused === this.#socket.isPaused()) return
    if (isPaused) this.#socket.pause()
    else this.#socket.resume()
  }

  #schedule(): void {
    if (this.#isQueued || !this.#isWanted || (this.#pendingBytes === 0 && !this.#hasEnded)) return
    this.#isQueued = true
    this.#inTurn(() => this.#parse())
  }

  #parse(): void {
    this.#isQueued = false
    if (this.destroyed) return
    const [first] = this.#pending
    if (!first) {
      this.#isWanted = false
      this.push(null)
      return
    }
    const piece = first.subarray(0, this.#piece.bytes())
    if (piece.length === first.length) this.#pending.shift()
    else this.#pending[0] = first.subarray(piece.length)
    this.#pendingBytes -= piece.length
    const began = this.#clock.now()
    this.#isWanted = false
    if (this.push(piece)) this.#isWanted = true
    this.#piece.took(this.#clock.now() - began)
    this.#readOrPause()
    this.#schedule()
  }

  override _read(): void {
    this.#isWanted = true
    this.#schedule()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this.#socket.cork()
    for (const { chunk, encoding } of chunks.slice(0, -1)) this.#socket.write(chunk, encoding)
    const last = chunks.at(-1)
    if (last) this.#socket.write(last.chunk, last.encoding, done)
    this.#socket.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#endHold?.()
    this.#pending = []
    this.#pendingBytes = 0
    this.#socket.destroy(error ?? undefined)
    done(error)
  }
}

/** For a WebSocket server: its frames are counted whatever their opcode. */
export function inboundWebSocket(
  socket: Duplex,
  { rate, shared, ...limits }: Omit<InboundLimits, 'meter'> & { rate: InboundRate; shared?: TokenBucket },
): InboundSocket {
  const meter = createInboundMeter({ rate, count: createFrameCounter(), ...(shared && { shared }) }, systemClock.now)
  return new InboundSocket(socket, { ...limits, meter })
}

/** `head` is in the socket already. */
export const noHead = Buffer.alloc(0)
