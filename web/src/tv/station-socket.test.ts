/** The TV page's socket to the box, with a fake socket and clock. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { face } from '../testing/tv-page.ts'
import { openStationSocket, type SocketState } from './station-socket.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: unknown[] = []
  isClosed = false

  constructor() {
    super()
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.isClosed = true
    this.readyState = 2
  }
  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  hear(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }))
  }
  end(code: number): void {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

const hello = { kind: 'hello', key: 'k', can: {}, lang: 'en', playing: null } as never

function open() {
  const clock = handClock()
  const states: SocketState[] = []
  const messages: ToScreen[] = []
  const socket = openStationSocket({
    url: 'ws://box/ws',
    hello: () => hello,
    onMessage: (message) => messages.push(message),
    state: (state) => states.push(state),
    later: clock.later,
  })
  const last = () => {
    const one = FakeSocket.all.at(-1)
    if (!one) throw new Error('no socket was opened')
    return one
  }
  return { clock, states, messages, socket, last }
}

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
})

test('it says hello once it is open, and passes on what the contract knows; the rest harms nothing', () => {
  const { states, messages, last } = open()
  last().open()
  expect([states, last().sent]).toEqual([['open'], [hello]])
  for (const text of ['no json', '{}', '{"kind":"unheard of"}', '[]', 'null', JSON.stringify(face('inside'))]) last().hear(text)
  expect(messages).toEqual([face('inside')])
})

test('a box that went away is asked again after half a second, then ever later, at most five seconds', () => {
  const { clock, states, last } = open()
  last().open()
  last().end(1006)
  expect(states).toEqual(['open', 'lost'])
  const waits: number[] = []
  for (let count = 0; count < 6; count += 1) {
    const tries = FakeSocket.all.length
    let ms = 0
    for (; FakeSocket.all.length === tries; ms += 100) clock.pass(100)
    waits.push(ms)
    last().end(1006)
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000])
  clock.pass(5_000)
  last().open()
  last().end(1006)
  const tries = FakeSocket.all.length
  clock.pass(500)
  expect(FakeSocket.all.length).toBe(tries + 1)
})

test('a connection that ends in good order is no loss, as when the box lets a page in', () => {
  const { clock, states, last } = open()
  last().open()
  last().end(1_000)
  expect(states).toEqual(['open', 'connecting'])
  clock.pass(500)
  last().end(1_000)
  expect(states.at(-1)).toBe('lost')
})

test.each([4_001, 4_002])(
  'a page that another one took over (%s) does not come back by itself, only when it is asked to',
  (code) => {
    const { clock, states, socket, last } = open()
    last().open()
    socket.again()
    expect(FakeSocket.all).toHaveLength(1)
    last().end(code)
    expect(states).toEqual(['open', 'away'])
    clock.pass(60_000)
    expect(FakeSocket.all).toHaveLength(1)
    socket.again()
    expect(FakeSocket.all).toHaveLength(2)
  },
)

test('a box that says nothing for sixteen seconds is lost, also one that never opened; its own late end changes nothing', () => {
  const { clock, states, last } = open()
  last().open()
  clock.pass(15_999)
  last().hear(JSON.stringify(face('inside')))
  clock.pass(15_999)
  expect(states).toEqual(['open'])
  clock.pass(1)
  const [first] = FakeSocket.all
  expect([states, first?.isClosed]).toEqual([['open', 'lost'], true])
  clock.pass(500)
  expect(FakeSocket.all).toHaveLength(2)
  first?.end(1_006)
  expect(states).toEqual(['open', 'lost'])
  clock.pass(16_000)
  expect([FakeSocket.all[1]?.isClosed, states.at(-1)]).toEqual([true, 'lost'])
})

test('nothing is sent while it is not open', () => {
  const { socket, last } = open()
  socket.send(hello)
  last().open()
  last().end(1_006)
  socket.send(hello)
  expect(last().sent).toEqual([hello])
})
