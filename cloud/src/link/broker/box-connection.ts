/** A box's WebSocket as the byte stream of the broker. Checks MQTT packet lengths in the stream, so that no client can make the broker buffer a large packet. */
import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Before authentication only a CONNECT of moderate size is accepted. */
export const strangerMaxBytes = 8 * 1024
export const boxMaxBytes = 256 * 1024

export class BoxConnection extends Duplex {
  readonly #ws: WebSocket
  readonly #lengths = packetLengths()
  #maxBytes = strangerMaxBytes

  constructor(ws: WebSocket) {
    super()
    this.#ws = ws
    ws.on('message', (data) => this.#receive(toBuffer(data)))
    ws.on('close', () => {
      this.push(null)
      this.destroy()
    })
    ws.on('error', (error) => this.destroy(error))
  }

  /** The client is authenticated: the limits of a box apply from now on. */
  trust(): void {
    this.#maxBytes = boxMaxBytes
  }

  #receive(bytes: Buffer): void {
    if (this.destroyed) return
    if (this.#lengths(bytes) > this.#maxBytes) return void this.destroy(new Error('packet too large'))
    if (!this.push(bytes)) this.#ws.pause()
  }

  override _read(): void {
    if (this.#ws.isPaused) this.#ws.resume()
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
    this.#ws.terminate()
    done(error)
  }
}

export function toBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

/** Parses MQTT's fixed headers; returns the largest remaining length that began in the bytes, Infinity for a malformed one. */
export function packetLengths(): (bytes: Buffer) => number {
  let remaining = 0
  let head: number[] = []
  return (bytes) => {
    let longest = 0
    for (let at = 0; at < bytes.length;) {
      if (remaining > 0) {
        const step = Math.min(remaining, bytes.length - at)
        remaining -= step
        at += step
        continue
      }
      head.push(bytes[at] ?? 0)
      at += 1
      const length = remainingLength(head.slice(1))
      if (length === undefined) continue
      longest = Math.max(longest, length)
      remaining = length
      head = []
    }
    return longest
  }
}

function remainingLength(bytes: number[]): number | undefined {
  const last = bytes.at(-1)
  if (last === undefined) return undefined
  if (last >= 128) return bytes.length < 4 ? undefined : Infinity
  return bytes.reduce((sum, byte, place) => sum + (byte & 127) * 128 ** place, 0)
}
