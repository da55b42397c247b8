import { expect, test } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { createFrameCounter, createInboundMeter, createTokenBucket, framesRate, type InboundRate } from './inbound.ts'

const rate: InboundRate = { perSecond: 100, burst: 200, closeAbove: 2_000, unitBytes: 4_096 }
/** Each byte is a unit. */
const byBytes = (bytes: Uint8Array) => bytes.length

test('P52: what comes beyond the burst is waited for, at the rate, and never more than is owed', () => {
  const clock = handClock()
  const bucket = createTokenBucket({ perSecond: 100, burst: 200 }, clock.now)
  expect([bucket.take(200), bucket.take(50), bucket.take(50)]).toEqual([0, 500, 1_000])
  clock.pass(1_000)
  expect(bucket.take(1)).toBe(10)
  clock.pass(60_000)
  expect([bucket.take(200), bucket.take(1)]).toEqual([0, 10])
})

test('P43: over 2,000 units in a second a socket is closed; the same in two seconds is only slowed', () => {
  const clock = handClock()
  const slowed = createInboundMeter({ rate, count: byBytes }, clock.now)
  expect(slowed.take(Buffer.alloc(1_500))).toBe(13_000)
  clock.pass(1_000)
  expect(slowed.take(Buffer.alloc(1_500))).toBe(27_000)
  const closed = createInboundMeter({ rate, count: byBytes }, clock.now)
  closed.take(Buffer.alloc(1_500))
  clock.pass(900)
  expect(closed.take(Buffer.alloc(501))).toBe(Infinity)
})

test('P43: a long unit counts as several; long ones of all sockets share what the process has, short ones do not', () => {
  const clock = handClock()
  const shared = createTokenBucket({ perSecond: 100_000, burst: 100_000 }, clock.now)
  const meters = [0, 1].map(() => createInboundMeter({ rate, count: () => 1, shared }, clock.now))
  const long = Buffer.alloc(81_920)
  expect(meters.map((meter) => meter.take(long))).toEqual([0, 638.4])
  expect(meters.map((meter) => meter.take(Buffer.alloc(100)))).toEqual([0, 0])
  expect(createInboundMeter({ rate, count: () => 1 }, clock.now).take(Buffer.alloc(4_096 * 300))).toBe(1_000)
})

test('P43: another rate holds from the moment on at which it is set', () => {
  const clock = handClock()
  const meter = createInboundMeter({ rate: { ...rate, burst: 10 }, count: byBytes }, clock.now)
  expect(meter.take(Buffer.alloc(20))).toBe(100)
  meter.setRate(rate)
  expect(meter.take(Buffer.alloc(200))).toBe(0)
})

/** As a browser sends it: masked. */
function frame(opcode: number, length: number): Buffer {
  const lengths = length < 126 ? Buffer.from([128 | length]) : Buffer.alloc(length < 65_536 ? 3 : 9)
  if (lengths.length === 3) lengths.writeUInt16BE(length, 1)
  if (lengths.length === 9) lengths.writeBigUInt64BE(BigInt(length), 1)
  if (lengths.length > 1) lengths[0] = 128 | (lengths.length === 3 ? 126 : 127)
  return Buffer.concat([Buffer.from([128 | opcode]), lengths, Buffer.alloc(4 + length, 0x8a)])
}

test('P27: frames are counted whatever their opcode and length, and however the bytes are cut', () => {
  const frames = [frame(1, 0), frame(2, 125), frame(9, 5), frame(10, 0), frame(0, 126), frame(1, 65_535), frame(2, 65_536)]
  const bytes = Buffer.concat([...frames, ...frames])
  for (const step of [1, 2, 3, 7, 1_000, bytes.length]) {
    const count = createFrameCounter()
    let counted = 0
    for (let at = 0; at < bytes.length; at += step) counted += count(bytes.subarray(at, at + step))
    expect(counted, String(step)).toBe(frames.length * 2)
  }
})

test('P43: a chunk of pongs is over what a socket may send in a second', () => {
  const meter = createInboundMeter({ rate: framesRate, count: createFrameCounter() }, () => 0)
  expect(meter.take(Buffer.concat(Array.from({ length: 2_001 }, () => frame(10, 0))))).toBe(Infinity)
})
