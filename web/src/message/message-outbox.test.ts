/** Messages are sent once, in order, and wait while offline. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { waitFor } from '@testing-library/react'
import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { useIndexedDb } from '../testing/indexed-db.ts'
import { ok, serve, type Answer } from '../testing/server.ts'
import { aSignIn } from '../testing/samples.ts'
import { retry, drafts, outgoingMessages, setDraft, startMessageOutbox, discard, sendLater } from './message-outbox.ts'

const taken: string[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  taken.length = 0
  startMessageOutbox((_, message) => taken.push(message.text))
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(async () => {
  endSession()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const sent = ({ id, text }: Record<string, string>): Answer => ok({ id, text, from_me: true, sent_at: 1 })
const settle = () => vi.advanceTimersByTimeAsync(0)
const texts = () => outgoingMessages.get().map(({ text, state }) => `${text}: ${state}`)

test('letters go out one after the other, in the order of writing', async () => {
  const server = serve({ '/message/send': sent })
  sendLater('u2', ' one ')
  sendLater('u2', 'two')
  await settle()
  expect(server.of('/message/send').map(({ text }) => text)).toEqual([' one ', 'two'])
  expect(taken).toEqual([' one ', 'two'])
  expect(outgoingMessages.get()).toEqual([])
})

test('the net gone, they wait, and go out later under the same ids', async () => {
  // Without an answer for this path the fake server sends 404, a network failure.
  const gone = serve({})
  sendLater('u2', 'one')
  sendLater('u2', 'two')
  await settle()
  expect(texts()).toEqual(['one: waiting', 'two: waiting'])
  const [first] = gone.of('/message/send')
  const server = serve({ '/message/send': sent })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.of('/message/send').map(({ text }) => text)).toEqual(['one', 'two'])
  expect(server.of('/message/send')[0]?.['id']).toBe(first?.['id'])
  expect(outgoingMessages.get()).toEqual([])
})

test('what will never be taken says so, holds up nothing, and the person decides', async () => {
  serve({ '/message/send': ({ to, ...rest }) => (to === 'blocked' ? { code: Code.notFound, msg: 'Not found' } : sent(rest)) })
  sendLater('blocked', 'hello')
  sendLater('u2', 'hi')
  await settle()
  expect(taken).toEqual(['hi'])
  expect(outgoingMessages.get()).toMatchObject([{ to: 'blocked', state: 'refused', why: 'gone' }])
  const [one] = outgoingMessages.get()
  serve({ '/message/send': sent })
  retry(one?.id ?? '')
  await settle()
  expect(taken).toEqual(['hi', 'hello'])
  serve({ '/message/send': () => ({ code: Code.invalid, data: { field: 'text', rule: 'text_unkeepable' } }) })
  sendLater('u2', 'x')
  // The sentence is in a part of its own, which loads on demand.
  await vi.waitFor(() => expect(outgoingMessages.get()).toMatchObject([{ why: 'Contains characters that can’t be saved' }]))
  discard(outgoingMessages.get()[0]?.id ?? '')
  expect(outgoingMessages.get()).toEqual([])
})

test('too fast is no refusal: it waits a moment', async () => {
  serve({ '/message/send': () => ({ code: Code.tooMany }) })
  sendLater('u2', 'again')
  await settle()
  expect(texts()).toEqual(['again: waiting'])
})

test('P13: with the session go letters and drafts', async () => {
  serve({})
  sendLater('u2', 'private')
  setDraft('u3', 'half a thought')
  await settle()
  endSession()
  expect(outgoingMessages.get()).toEqual([])
  expect(drafts.get()).toEqual({})
  const server = serve({ '/message/send': sent })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.requests).toEqual([])
})

test('what an earlier visit stored is read: the waiting message is sent, the refused one and the draft are shown', async () => {
  endSession()
  const key = `en/unsent/${aSignIn.user.user_id}`
  const stored = useIndexedDb({
    [key]: {
      letters: [
        { id: 'waiting-letter-1', to: 'u2', text: 'from before', at: 1_700_000_000_000, state: 'waiting', why: '' },
        { id: 'refused-letter-1', to: 'u3', text: 'too late', at: 1_700_000_000_001, state: 'refused', why: 'gone' },
      ],
      drafts: { u4: 'half a thought' },
    },
  })
  const server = serve({ '/message/send': sent })
  startSession(aSignIn)
  await waitFor(() => expect(taken.length > 0).toBe(true))
  expect(server.of('/message/send')).toMatchObject([{ id: 'waiting-letter-1', to: 'u2', text: 'from before' }])
  expect(outgoingMessages.get()).toMatchObject([{ id: 'refused-letter-1', state: 'refused', why: 'gone' }])
  expect(drafts.get()).toEqual({ u4: 'half a thought' })
  expect(stored.get(key)).toEqual({
    letters: [{ id: 'refused-letter-1', to: 'u3', text: 'too late', at: 1_700_000_000_001, state: 'refused', why: 'gone' }],
    drafts: { u4: 'half a thought' },
  })
})

test('what is written while the stored messages load is sent after them', async () => {
  endSession()
  useIndexedDb({
    [`en/unsent/${aSignIn.user.user_id}`]: {
      letters: [{ id: 'waiting-letter-1', to: 'u2', text: 'first', at: 1, state: 'waiting', why: '' }],
      drafts: { u2: 'from before', u3: 'also from before' },
    },
  })
  // Nothing is sent before both are there.
  serve({})
  startSession(aSignIn)
  setDraft('u2', 'newer')
  sendLater('u5', 'second')
  await waitFor(() => expect(outgoingMessages.get().length === 2).toBe(true))
  serve({ '/message/send': sent })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(taken).toEqual(['first', 'second'])
  expect(drafts.get()).toEqual({ u2: 'newer', u3: 'also from before' })
})
