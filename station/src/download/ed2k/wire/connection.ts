/** A connection to a server or source of the eDonkey network, to a checked address only (promise 34). */
import { createConnection, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { judgeSource, lookupOf, type SourceRule } from '../../../kit/outside.ts'
import type { Address } from '../ed2k-file.ts'
import { encodeFrame, readFrames, type Frame } from './frame.ts'

/** A frame with a block of data is the longest but for the hash set of a large file. */
const frameBytes = 256 * 1024

export type ConnectDeps = { rule: SourceRule; signal: AbortSignal; silenceMs: number; frameMaxBytes?: number }
export type Ed2kConnection = Awaited<ReturnType<typeof connectTo>>

/** So many frames are handled in one turn of the event loop. */
const framesInTurn = 100

/** The address is one that the box may not reach. */
export class ForbiddenAddress extends Error {}
/** The other side is away, silent, or closed the connection. */
export class ConnectionEnded extends Error {}

export async function connectTo(address: Address, { rule, signal, silenceMs, frameMaxBytes = frameBytes }: ConnectDeps) {
  signal.throwIfAborted()
  const { verdict, addresses } = await judgeSource(address.host, address.port, rule)
  if (verdict === 'unknown_host') throw new ConnectionEnded('unknown_host')
  if (verdict !== 'fine') throw new ForbiddenAddress(verdict)
  signal.throwIfAborted()
  const socket = createConnection({ host: address.host, port: address.port, lookup: lookupOf(addresses), noDelay: true })
  const abort = () => socket.destroy()
  signal.addEventListener('abort', abort)
  socket.on('error', () => {})
  socket.once('close', () => signal.removeEventListener('abort', abort))
  await whenOpen(socket, silenceMs)
  const frames = readFrames(socket as AsyncIterable<Buffer>, frameMaxBytes)

  let inTurn = 0

  /** The next frame; the connection is closed if none comes within the time. */
  async function next(withinMs = silenceMs): Promise<Frame> {
    const silence = new ConnectionEnded('silent')
    const timer = setTimeout(() => socket.destroy(silence), withinMs)
    try {
      inTurn += 1
      if (inTurn % framesInTurn === 0) await nextTurn()
      const result = await frames.next()
      if (result.done) throw new ConnectionEnded('closed')
      return result.value
    } catch (error) {
      socket.destroy()
      throw isOfSocket(error) ? new ConnectionEnded(String(error)) : error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    next,
    /** A source that does not read what is sent to it is not written to any more. */
    send(frame: Frame): void {
      if (socket.writableLength > frameMaxBytes) socket.destroy(new ConnectionEnded('does not read'))
      else socket.write(encodeFrame(frame))
    },
    close: () => void socket.destroy(),
  }
}

function whenOpen(socket: Socket, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(), withinMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new ConnectionEnded('no connection'))
    })
  })
}

function isOfSocket(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
