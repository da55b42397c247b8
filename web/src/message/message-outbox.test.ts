/** What one writes goes out once, in order, and waits while the net is gone. */
import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { ok, serve, type Answer } from '../testing/server.ts'
import { aSignIn } from '../testing/samples.ts'
import { again, drafts, letters, setDraft, startOutgoing, throwAway, write } from './message-outbox.ts'

const taken: string[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  taken.length = 0
  startOutgoing((_, message) => taken.push(message.text))
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(async () => {
  endSession()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const sent = ({ id, text }: Record<string, string>): Answer => ok({ id, text, from_me: true, sent_at: 1 })
const settle = () => vi.advanceTimersByTimeAsync(0)
const texts = () => letters.get().map(({ text, state }) => `${text}: ${state}`)

test('letters go out one after the other, in the order of writing', async () => {
  const server = serve({ '/message/send': sent })
  write('u2', ' one ')
  write('u2', 'two')
  await settle()
  expect(server.of('/message/send').map(({ text }) => text)).toEqual(['one', 'two'])
  expect(taken).toEqual(['one', 'two'])
  expect(letters.get()).toEqual([])
})

test('the net gone, they wait, and go out later under the same ids', async () => {
  // No answer for this path: the server says 404, which is a network failure.
  const gone = serve({})
  write('u2', 'one')
  write('u2', 'two')
  await settle()
  expect(texts()).toEqual(['one: waiting', 'two: sending'])
  const [first] = gone.of('/message/send')
  const server = serve({ '/message/send': sent })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.of('/message/send').map(({ text }) => text)).toEqual(['one', 'two'])
  expect(server.of('/message/send')[0]?.['id']).toBe(first?.['id'])
  expect(letters.get()).toEqual([])
})

test('what will never be taken says so, holds up nothing, and the person decides', async () => {
  serve({ '/message/send': ({ to, ...rest }) => (to === 'blocked' ? { code: 4004, msg: 'Not found' } : sent(rest)) })
  write('blocked', 'hello')
  write('u2', 'hi')
  await settle()
  expect(taken).toEqual(['hi'])
  expect(letters.get()).toMatchObject([{ to: 'blocked', state: 'refused', why: 'gone' }])
  const [one] = letters.get()
  serve({ '/message/send': sent })
  again(one?.id ?? '')
  await settle()
  expect(taken).toEqual(['hi', 'hello'])
  serve({ '/message/send': () => ({ code: 4000, data: { field: 'text', rule: 'text_unkeepable' } }) })
  write('u2', 'x')
  await settle()
  expect(letters.get()).toMatchObject([{ why: 'Contains characters that can’t be saved' }])
  throwAway(letters.get()[0]?.id ?? '')
  expect(letters.get()).toEqual([])
})

test('too fast is no refusal: it waits a moment', async () => {
  serve({ '/message/send': () => ({ code: 4029 }) })
  write('u2', 'again')
  await settle()
  expect(texts()).toEqual(['again: waiting'])
})

test('P13: with the session go letters and drafts', async () => {
  serve({})
  write('u2', 'private')
  setDraft('u3', 'half a thought')
  await settle()
  endSession()
  expect(letters.get()).toEqual([])
  expect(drafts.get()).toEqual({})
  const server = serve({ '/message/send': sent })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.asked).toEqual([])
})
