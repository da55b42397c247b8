/** How fast anything may come in by a socket, counted before its parser (P43, P52): above a rate it is read more slowly, far above it the socket is closed. For cloud and station. */

import { framesPerSecond } from './connection.ts'

/** perSecond: units, with `burst` of them at once. A unit of more than unitBytes counts as several. closeAbove: units within a second. */
export type InboundRate = { perSecond: number; burst: number; closeAbove: number; unitBytes: number }

/** Frames of a WebSocket of an app or a TV page, whatever their opcode. */
export const framesRate = {
  perSecond: framesPerSecond,
  burst: 2 * framesPerSecond,
  closeAbove: 2_000,
  unitBytes: 4_096,
} as const satisfies InboundRate
/** Frames of a box's WebSocket: a packet may be cut into some of them, and a mirror is long. */
export const boxFramesRate = {
  perSecond: 400,
  burst: 2_000,
  closeAbove: 4_000,
  unitBytes: Infinity,
} as const satisfies InboundRate
/** MQTT packets of a bound box; what waited for a connection comes at once. */
export const boxPacketsRate = {
  perSecond: 100,
  burst: 500,
  closeAbove: 2_000,
  unitBytes: Infinity,
} as const satisfies InboundRate
/** MQTT packets of whoever is not a bound box. */
export const unboundPacketsRate = {
  perSecond: 10,
  burst: 50,
  closeAbove: 200,
  unitBytes: Infinity,
} as const satisfies InboundRate
/** Frames and MQTT packets that a box's cloud sends it: the acts of a household, and an answer to each of the box's own packets. */
export const cloudPacketsRate = {
  perSecond: 200,
  burst: 1_000,
  closeAbove: 4_000,
  unitBytes: 4_096,
} as const satisfies InboundRate
/** Frames of a tunnel, from either end: as many as its streams may send small ones. */
export const tunnelFramesRate = {
  perSecond: 2_000,
  burst: 4_000,
  closeAbove: 20_000,
  unitBytes: Infinity,
} as const satisfies InboundRate
/** All the bytes that a socket may send before its login. */
export const bytesBeforeLogin = 64 * 1024
/** Long frames of all apps of a process together, in bytes: as fast as they are collected again. */
export const sharedBytesRate = { perSecond: 4 * 1024 * 1024, burst: 4 * 1024 * 1024 } as const

/** ms: the time for which nothing more is to be read. */
export type TokenBucket = { take(cost: number): number }

/** now: ms. Units beyond the burst are owed, and waited for. */
export function createTokenBucket(
  { perSecond, burst }: Pick<InboundRate, 'perSecond' | 'burst'>,
  now: () => number,
): TokenBucket {
  let tokens = burst
  let filledAt = now()
  return {
    take(cost) {
      const at = now()
      tokens = Math.min(burst, tokens + ((at - filledAt) * perSecond) / 1_000) - cost
      filledAt = at
      return tokens >= 0 ? 0 : (-tokens * 1_000) / perSecond
    },
  }
}

/** The meter of one socket. */
export type InboundMeter = { take(bytes: Uint8Array): number; setRate(rate: InboundRate): void }
/** Counts the units that begin in the bytes, which come in their order. */
export type UnitCounter = (bytes: Uint8Array) => number

/** take: ms for which nothing more is to be read; Infinity: the socket is to be closed, and these bytes are for no parser. shared: what all sockets of the process have together. */
export function createInboundMeter(
  { rate, count, shared }: { rate: InboundRate; count: UnitCounter; shared?: TokenBucket },
  now: () => number,
): InboundMeter {
  let current = rate
  let bucket = createTokenBucket(rate, now)
  let secondBegan = now()
  let inSecond = 0
  return {
    setRate(next) {
      if (next === current) return
      current = next
      bucket = createTokenBucket(next, now)
    },
    take(bytes) {
      const units = count(bytes)
      const at = now()
      if (at - secondBegan >= 1_000) [secondBegan, inSecond] = [at, 0]
      inSecond += units
      if (inSecond > current.closeAbove) return Infinity
      const byLength = bytes.length / current.unitBytes
      const ownMs = bucket.take(Math.max(units, byLength))
      return byLength > units && shared ? Math.max(ownMs, shared.take(bytes.length)) : ownMs
    },
  }
}

/** Reads a stream of units by their heads alone; of those that began in the bytes: how many, and of those whose head became whole the longest rest. restOf: bytes of the unit after its head; undefined while the head is not whole. onRest: hears these bytes, as they come. */
export function createHeadReader(
  restOf: (head: readonly number[]) => number | undefined,
  onRest: (bytes: Uint8Array, first: number) => void = () => {},
): (bytes: Uint8Array) => { units: number; longest: number } {
  const head: number[] = []
  let remaining = 0
  let first = 0
  return (bytes) => {
    let units = 0
    let longest = 0
    for (let at = 0; at < bytes.length;) {
      if (remaining > 0) {
        const step = Math.min(remaining, bytes.length - at)
        onRest(bytes.subarray(at, at + step), first)
        remaining -= step
        at += step
        continue
      }
      if (head.length === 0) units += 1
      head.push(bytes[at] ?? 0)
      at += 1
      const rest = restOf(head)
      if (rest === undefined) continue
      longest = Math.max(longest, rest)
      remaining = rest
      first = head[0] ?? 0
      head.length = 0
    }
    return { units, longest }
  }
}

/** Counts the frames of a WebSocket (RFC 6455); what they carry is not looked at. */
export function createFrameCounter(): UnitCounter {
  const read = createHeadReader(frameRest)
  return (bytes) => read(bytes).units
}

/** Bytes of the frame after this head; undefined while the head is not whole. */
export function frameRest(head: readonly number[]): number | undefined {
  const second = head[1]
  if (second === undefined) return undefined
  const [short, maskBytes] = [second & 127, second & 128 ? 4 : 0]
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  if (head.length < 2 + lengthBytes) return undefined
  const length = lengthBytes === 0 ? short : head.slice(2).reduce((sum, byte) => sum * 256 + byte, 0)
  return maskBytes + length
}
