/** A box's WebSocket as the byte stream of the broker. Checks lengths and number of MQTT packets in the stream, so that no client can make the broker buffer a large packet or handle too many. */
import { Duplex } from 'node:stream'
import { boxPacketMaxBytes } from '@homeport/contract/kit/connection.ts'
import {
  boxPacketsRate,
  createHeadReader,
  createInboundMeter,
  unboundPacketsRate,
  type InboundMeter,
} from '@homeport/contract/kit/inbound.ts'
import { systemClock, type Clock } from '@homeport/contract/kit/inbound-socket.ts'
import { packetRest } from '@homeport/contract/kit/mqtt/packet-counter.ts'
import type { WebSocket } from 'ws'

/** Before authentication only a CONNECT of moderate size is accepted. */
export const strangerMaxBytes = 8 * 1024

export class BoxConnection extends Duplex {
  readonly #ws: WebSocket
  readonly #read = createHeadReader(packetRest)
  readonly #onLogin: () => void
  readonly #clock: Clock
  readonly #meter: InboundMeter
  #packets = 0
  #maxBytes = strangerMaxBytes
  #isFull = false
  #endHold: (() => void) | undefined

  /** onLogin: the client is authenticated. */
  constructor(ws: WebSocket, { onLogin, clock = systemClock }: { onLogin: () => void; clock?: Clock }) {
    super()
    this.#ws = ws
    this.#onLogin = onLogin
    this.#clock = clock
    this.#meter = createInboundMeter({ rate: unboundPacketsRate, count: () => this.#packets }, clock.now)
    ws.on('message', (data) => this.#receive(toBuffer(data)))
    ws.on('close', () => {
      this.push(null)
      this.destroy()
    })
    ws.on('error', (error) => this.destroy(error))
  }

  /** The client is authenticated: the limits of a box apply from now on. */
  trust(isBound: boolean): void {
    this.#maxBytes = boxPacketMaxBytes
    this.setBound(isBound)
    this.#onLogin()
  }

  setBound(isBound: boolean): void {
    this.#meter.setRate(isBound ? boxPacketsRate : unboundPacketsRate)
  }

  #receive(bytes: Buffer): void {
    if (this.destroyed) return
    const { longest, units } = this.#read(bytes)
    if (longest > this.#maxBytes) return void this.destroy(new Error('packet too large'))
    this.#packets = units
    const waitMs = this.#meter.take(bytes)
    if (waitMs === Infinity) return void this.destroy(new Error('too many packets'))
    if (waitMs > 0) this.#hold(waitMs)
    this.#isFull = !this.push(bytes)
    this.#readOrPause()
  }

  #hold(ms: number): void {
    this.#endHold?.()
    this.#endHold = this.#clock.later(ms, () => {
      this.#endHold = undefined
      this.#readOrPause()
    })
  }

  #readOrPause(): void {
    const isPaused = this.#isFull || this.#endHold !== undefined
    if (isPaused === this.#ws.isPaused) return
    if (isPaused) this.#ws.pause()
    else this.#ws.resume()
  }

  override _read(): void {
    this.#isFull = false
    this.#readOrPause()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#ws.send(chunk, { binary: true }, done)
  }

  /** Sends the pieces of one packet as one message. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#ws.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), { binary: true }, done)
  }

  override _final(done: () => void): void {
    this.#ws.close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#endHold?.()
    this.#ws.terminate()
    done(error)
  }
}

export function toBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
