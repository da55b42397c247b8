/** The socket's state machine: spec 4's rules with a fake clock and socket. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { heartbeatMs, playerStatusDelayMs, reconnectMs } from '@homeport/contract/kit/connection.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createSocket, type SocketTarget, type WireEvents } from './socket.ts'

type FakeWire = { url: string; events: WireEvents; sent: Record<string, never>[]; isClosed: boolean }

const box = { url: 'ws://home/en/ws', token: 't', devsn: 'BOX', appuid: 'u', isOnline: true }

function world(first: SocketTarget | null) {
  const clock = handClock(1_000_000)
  const wires: FakeWire[] = []
  const frames: FrameIn[] = []
  const state = { target: first, fd: '', isOpen: false }
  const socket = createSocket({
    open(url, events) {
      const wire: FakeWire = { url, events, sent: [], isClosed: false }
      wires.push(wire)
      return { send: (text) => wire.sent.push(JSON.parse(text)), close: () => (wire.isClosed = true) }
    },
    target: () => state.target,
    later: clock.later,
    now: clock.now,
    elapsed: clock.now,
    keepFd: (fd) => (state.fd = fd),
    onFrame: (frame) => frames.push(frame),
    stateChanged: (isOpen) => (state.isOpen = isOpen),
  })
  const last = () => wires.at(-1)!
  const receive = (frame: object) => last().events.heard(JSON.stringify(frame))
  function logIn() {
    last().events.opened()
    receive({ act: 'login', dev: '', code: Code.ok, data: { fd: 'fd-1' } })
  }
  return { socket, wires, frames, state, pass: clock.pass, last, receive, logIn }
}

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

describe('spec 4: it opens only when one is logged in, a device is bound and it is online', () => {
  test.each([
    ['nobody is signed in or no box is bound', null, 0],
    ['the box is offline', { ...box, isOnline: false }, 0],
    ['all three hold', box, 1],
  ])('%s', (_, target, opened) => {
    const { socket, wires } = world(target)
    socket.refresh()
    expect(wires).toHaveLength(opened)
  })

  test('it is not opened while it is open', () => {
    const { socket, wires, logIn } = world(box)
    socket.refresh()
    logIn()
    socket.refresh()
    expect(wires).toHaveLength(1)
  })
})

test('after opening it logs in with the token, keeps the fd and beats every 4 s', () => {
  const { socket, last, receive, logIn, pass, state } = world(box)
  socket.refresh()
  logIn()
  expect(last().sent[0]).toMatchObject({ act: 'login', data: { devsn: 'BOX', appuid: 'u', data: { token: 't' } } })
  expect([state.fd, state.isOpen]).toEqual(['fd-1', true])
  for (let beat = 0; beat < 3; beat += 1) {
    pass(heartbeatMs)
    receive({ act: 'onheadt' })
  }
  expect(last().sent.filter((frame) => frame['act'] === 'onheadt')).toHaveLength(3)
})

describe('spec 4: 0.5 s after it opened it asks what plays', () => {
  const asks = (wire: FakeWire) => wire.sent.filter((frame) => frame['act'] === 'player_status').length

  test('once, and not before', () => {
    const { socket, last, logIn, pass } = world(box)
    socket.refresh()
    logIn()
    pass(playerStatusDelayMs - 1)
    expect(asks(last())).toBe(0)
    pass(1)
    expect(asks(last())).toBe(1)
    pass(heartbeatMs)
    expect(asks(last())).toBe(1)
  })

  test('a login that takes longer is waited for', () => {
    const { socket, last, receive, pass } = world(box)
    socket.refresh()
    last().events.opened()
    pass(2_000)
    expect(asks(last())).toBe(0)
    receive({ act: 'login', dev: '', code: Code.ok, data: { fd: 'fd-1' } })
    expect(asks(last())).toBe(1)
  })

  test('again after it came back, and not by the socket that closed', () => {
    const { socket, wires, last, logIn, pass } = world(box)
    socket.refresh()
    logIn()
    last().events.closed()
    pass(reconnectMs)
    expect(wires.map(asks)).toEqual([0, 0])
    logIn()
    pass(playerStatusDelayMs)
    expect(wires.map(asks)).toEqual([0, 1])
  })
})

test('when it closes the fd is cleared and it comes back after 3 s', () => {
  const { socket, wires, last, logIn, pass, state } = world(box)
  socket.refresh()
  logIn()
  last().events.closed()
  expect([state.fd, state.isOpen]).toEqual(['', false])
  pass(reconnectMs - 1)
  expect(wires).toHaveLength(1)
  pass(1)
  expect(wires).toHaveLength(2)
})

test('a line that has gone silent is given up after three beats', () => {
  const { socket, wires, logIn, pass } = world(box)
  socket.refresh()
  logIn()
  pass(heartbeatMs * 4 + reconnectMs)
  expect(wires[0]?.isClosed).toBe(true)
  expect(wires).toHaveLength(2)
})

test('a refused login closes, and further failures wait longer', () => {
  const { socket, wires, last, receive, pass } = world(box)
  socket.refresh()
  last().events.opened()
  receive({ act: 'login', code: Code.unknownToken })
  expect(wires[0]?.isClosed).toBe(true)
  pass(reconnectMs)
  last().events.closed()
  pass(reconnectMs)
  expect(wires).toHaveLength(2)
  pass(reconnectMs)
  expect(wires).toHaveLength(3)
})

test('hidden or signed out it closes and stays closed', () => {
  const { socket, wires, logIn, pass, state } = world(box)
  socket.refresh()
  logIn()
  state.target = null
  socket.refresh()
  pass(60_000)
  expect(wires.map((wire) => wire.isClosed)).toEqual([true])
  state.target = box
  socket.refresh()
  expect(wires).toHaveLength(2)
})

test('a change of the current device closes and reopens it', () => {
  const { socket, wires, logIn, state } = world(box)
  socket.refresh()
  logIn()
  state.target = { ...box, devsn: 'OTHER' }
  socket.refresh()
  expect(wires.map((wire) => wire.isClosed)).toEqual([true, false])
})

describe('spec 5: incoming frames', () => {
  test.each([
    ['of the current box pass', { act: 'download_status', dev: 'BOX' }, 1],
    ['of another box are ignored', { act: 'download_status', dev: 'OTHER' }, 0],
    ['of the cloud itself pass', { act: 'notice', dev: '' }, 1],
  ])('%s', (_, frame, count) => {
    const { socket, logIn, receive, frames } = world(box)
    socket.refresh()
    logIn()
    receive(frame)
    expect(frames).toHaveLength(count)
  })

  test('without an act, or no JSON at all, are logged and harm nothing', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const { socket, logIn, last, frames } = world(box)
    socket.refresh()
    logIn()
    for (const text of ['{"dev":"BOX"}', 'no json', '[]', '7', 'null']) last().events.heard(text)
    expect(frames).toEqual([])
    expect(warned).toHaveBeenCalledTimes(5)
  })
})

test('nothing is told while it is closed', () => {
  const { socket } = world(null)
  expect(socket.tell('download_status', {}, 'id')).toBe(false)
})

describe('a page that wakes', () => {
  const beats = (wire: FakeWire) => wire.sent.filter(({ act }) => act === 'onheadt').length

  test('keeps a connection that answers, and replaces one that does not', () => {
    const { socket, wires, pass, receive, logIn, last } = world(box)
    socket.refresh()
    logIn()
    socket.wake()
    expect(beats(last())).toBe(1)
    receive({ act: 'onheadt', dev: '', code: Code.ok, data: {} })
    pass(2_000)
    expect(wires).toHaveLength(1)
    socket.wake()
    pass(2_000)
    expect(wires).toHaveLength(2)
    expect(wires[0]?.isClosed).toBe(true)
  })

  test('does not wait for the next try of a connection that was lost', () => {
    const { socket, wires, last } = world(box)
    socket.refresh()
    last().events.closed()
    expect(wires).toHaveLength(1)
    socket.wake()
    expect(wires).toHaveLength(2)
  })
})
