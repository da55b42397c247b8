import { expect, test } from 'vitest'
import { cloudPacketsRate, createHeadReader, createInboundMeter } from '../inbound.ts'
import { afterHead, createPacketCounter, packetRest } from './packet-counter.ts'

/** As a server sends it: not masked. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  return Buffer.concat([
    Buffer.from(length < 126 ? [128 | opcode, length] : [128 | opcode, 126, length >> 8, length & 255]),
    payload,
  ])
}

const inSteps = (bytes: Buffer, step: number, take: (piece: Buffer) => void) => {
  for (let at = 0; at < bytes.length; at += step) take(bytes.subarray(at, at + step))
}
const steps = [1, 2, 3, 100, 10_000]
const ping = Buffer.from('c000', 'hex')

test('packets are counted however their bytes are cut', () => {
  const bytes = Buffer.concat([ping, Buffer.from('308101', 'hex'), Buffer.alloc(129), Buffer.from('d000', 'hex')])
  for (const step of steps) {
    const read = createHeadReader(packetRest)
    let [packets, longest] = [0, 0]
    inSteps(bytes, step, (piece) => {
      const seen = read(piece)
      packets += seen.units
      longest = Math.max(longest, seen.longest)
    })
    expect([packets, longest], String(step)).toEqual([3, 129])
  }
})

test('P43: frames of a cloud and the packets in them are counted behind the head of its answer, control frames as frames alone', () => {
  const many = frame(2, Buffer.concat(Array.from({ length: 200 }, () => ping)))
  const cut = [frame(2, Buffer.from('3081', 'hex')), frame(9, Buffer.from('c000c000', 'hex')), frame(0, Buffer.alloc(130, 1))]
  const head = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n')
  for (const step of steps) {
    const count = afterHead(createPacketCounter(1_000))
    let units = 0
    inSteps(Buffer.concat([head, many, ...cut]), step, (piece) => (units += count(piece)))
    expect(units, String(step)).toBe(1 + 200 + 3 + 1)
  }
})

test('P43: a packet that says to be longer than it may is over every rate, though it has not come', () => {
  const meter = () => createInboundMeter({ rate: cloudPacketsRate, count: createPacketCounter(1_000) }, () => 0)
  expect(meter().take(frame(2, Buffer.from('30e807', 'hex')))).toBe(0)
  expect(meter().take(frame(2, Buffer.from('30e907', 'hex')))).toBe(Infinity)
  expect(meter().take(frame(2, Buffer.from('30ffffff7f', 'hex')))).toBe(Infinity)
  expect(meter().take(frame(2, Buffer.from('30ffffffff', 'hex')))).toBe(Infinity)
})
