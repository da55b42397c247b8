import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { boxPacketsRate, unboundPacketsRate } from '@homeport/contract/kit/inbound.ts'
import type { WebSocket } from 'ws'
import { handClock } from '../../../../testing/hand-clock.ts'
import { BoxConnection } from './box-connection.ts'

/** A WebSocket's part that the connection uses. */
class TestSocket extends EventEmitter {
  isPaused = false
  isEnded = false
  pause = () => void (this.isPaused = true)
  resume = () => void (this.isPaused = false)
  terminate = () => void (this.isEnded = true)
}

function open() {
  const clock = handClock()
  const socket = new TestSocket()
  let logins = 0
  // NOTE: the connection uses no more of the WebSocket than the stand-in has.
  const box = new BoxConnection(socket as unknown as WebSocket, { onLogin: () => (logins += 1), clock })
  box.on('error', () => {})
  box.resume()
  const ping = async (count: number) => {
    socket.emit('message', Buffer.from('c000'.repeat(count), 'hex'))
    await nextTurn()
  }
  return { clock, socket, box, ping, logins: () => logins }
}

test('P43: an unbound box that sends packets faster than ten a second is not read for as long as it is ahead', async () => {
  const { clock, socket, box, ping } = open()
  box.trust(false)
  await ping(unboundPacketsRate.burst)
  expect(socket.isPaused).toBe(false)
  await ping(20)
  expect(socket.isPaused).toBe(true)
  clock.pass(1_999)
  expect(socket.isPaused).toBe(true)
  clock.pass(1)
  expect(socket.isPaused).toBe(false)
  await ping(unboundPacketsRate.closeAbove)
  expect(socket.isEnded).toBe(false)
  await ping(1)
  expect(socket.isEnded).toBe(true)
})

test('P43: with its binding a box has a box’s rate at once, and loses it with the binding', async () => {
  const { socket, box, ping, logins } = open()
  box.trust(true)
  expect(logins()).toBe(1)
  await ping(boxPacketsRate.burst)
  expect(socket.isPaused).toBe(false)
  box.setBound(false)
  await ping(unboundPacketsRate.burst + 1)
  expect([socket.isPaused, socket.isEnded]).toEqual([false, true])
})

test('P43: a box that subscribes to thousands of topics in one packet is closed before the broker reads it; a mirror is long', async () => {
  const packet = (type: number, rest: number) =>
    Buffer.concat([Buffer.from([type, 128 | (rest & 127), rest >> 7]), Buffer.alloc(rest)])
  for (const isBound of [true, false])
    for (const type of [0x82, 0xa2, 0x40, 0xc0]) {
      const { socket, box } = open()
      const read: Buffer[] = []
      box.on('data', (bytes: Buffer) => read.push(bytes))
      box.trust(isBound)
      socket.emit('message', packet(type, 1_000))
      await nextTurn()
      expect(socket.isEnded).toBe(false)
      socket.emit('message', packet(type, 10_000))
      await nextTurn()
      expect([socket.isEnded, Buffer.concat(read).length]).toEqual([true, 1_003])
    }
  const { socket, box } = open()
  box.trust(true)
  socket.emit('message', packet(0x32, 16_000))
  await nextTurn()
  expect(socket.isEnded).toBe(false)
})
