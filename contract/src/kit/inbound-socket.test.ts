import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { createInboundMeter } from './inbound.ts'
import { InboundSocket, type InboundLimits } from './inbound-socket.ts'

const rate = { perSecond: 100, burst: 200, closeAbove: 2_000, unitBytes: Infinity }

/** A parser that takes so many ms for each byte; the tasks are run by hand. */
function openLine({ msPerByte = 0, ...limits }: { msPerByte?: number } & InboundLimits = {}) {
  const clock = handClock()
  const tasks: (() => void)[] = []
  const [near, far] = duplexPair({ highWaterMark: 1024 * 1024 })
  const socket = new InboundSocket(near, { clock, inTurn: (task) => void tasks.push(task), ...limits })
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece)
    clock.pass(piece.length * msPerByte)
  })
  const runTurn = async () => {
    await nextTurn()
    const task = tasks.shift()
    task?.()
    await nextTurn()
    return task !== undefined
  }
  const runAll = async () => {
    while (await runTurn());
  }
  return { socket, far, clock, pieces, runTurn, runAll }
}

test('P43: what a parser works long for reaches it in shorter and shorter pieces, one a turn, and whole', async () => {
  const line = openLine({ msPerByte: 0.01 })
  const sent = Buffer.from(Array.from({ length: 60_000 }, (_, at) => at % 251))
  line.far.write(sent)
  await line.runTurn()
  expect(line.pieces.map(({ length }) => length)).toEqual([8_192])
  await line.runAll()
  expect(line.pieces.slice(0, 7).map(({ length }) => length)).toEqual([8_192, 4_096, 2_048, 1_024, 512, 512, 512])
  expect(Buffer.concat(line.pieces).equals(sent)).toBe(true)
})

test('P43: what costs little, such as a film, comes in large pieces', async () => {
  const line = openLine()
  for (let count = 0; count < 20; count += 1) line.far.write(Buffer.alloc(64 * 1024))
  await line.runAll()
  expect(Math.max(...line.pieces.map(({ length }) => length))).toBe(64 * 1024)
  expect(line.pieces.length).toBeLessThan(30)
})

test('P52: above the rate nothing more is read for a while; what comes later is not lost', async () => {
  const clock = handClock()
  const meter = createInboundMeter({ rate, count: (bytes) => bytes.length }, clock.now)
  const line = openLine({ meter, clock })
  line.far.write(Buffer.alloc(300))
  await line.runAll()
  line.far.write(Buffer.alloc(10))
  await line.runAll()
  expect(Buffer.concat(line.pieces)).toHaveLength(300)
  clock.pass(999)
  await line.runAll()
  expect(Buffer.concat(line.pieces)).toHaveLength(300)
  clock.pass(1)
  await line.runAll()
  expect(Buffer.concat(line.pieces)).toHaveLength(310)
})

test('P43: far above the rate the socket is closed, and its parser sees nothing of it', async () => {
  const meter = createInboundMeter({ rate, count: (bytes) => bytes.length }, () => 0)
  const line = openLine({ meter })
  line.far.on('error', () => {})
  line.far.write(Buffer.alloc(2_001))
  await once(line.socket, 'close')
  expect(line.pieces).toEqual([])
})

test('P27: who has not logged in is closed after so many bytes in all, who has is not', async () => {
  const [stranger, app] = [openLine({ maxTotal: 1_000 }), openLine({ maxTotal: 1_000, head: Buffer.alloc(600) })]
  for (const { far } of [stranger, app]) {
    far.on('error', () => {})
    far.write(Buffer.alloc(400))
  }
  await app.runAll()
  app.socket.liftTotal()
  stranger.far.write(Buffer.alloc(601))
  await once(stranger.socket, 'close')
  app.far.write(Buffer.alloc(5_000))
  await app.runAll()
  expect(Buffer.concat(app.pieces)).toHaveLength(6_000)
})

test('what is sent goes out in its order, and what is not yet sent counts as buffered; both ends end', async () => {
  const line = openLine()
  const received: Buffer[] = []
  line.socket.cork()
  for (const text of ['a', 'b', 'c']) line.socket.write(text)
  expect(line.socket.writableLength).toBe(3)
  line.socket.uncork()
  line.far.on('data', (bytes: Buffer) => received.push(bytes))
  line.socket.end('d')
  await once(line.far, 'end')
  expect(Buffer.concat(received).toString()).toBe('abcd')
  line.far.end()
  await Promise.all([once(line.socket, 'end'), line.runAll()])
})

test('P43: while its parser has no turn, no more than a little is taken from the socket, and the rest is read later', async () => {
  const line = openLine()
  const chunk = Buffer.alloc(16 * 1024, 7)
  for (let count = 0; count < 100; count += 1) {
    line.far.write(chunk)
    await nextTurn()
  }
  // 64 KB, and the piece that went above it.
  expect(line.socket.bytesRead).toBeLessThanOrEqual(64 * 1024 + chunk.length)
  await line.runAll()
  expect(Buffer.concat(line.pieces)).toHaveLength(100 * chunk.length)
})
