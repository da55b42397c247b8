/** Posts and replies are sent once, in order, and wait while offline; drafts and outbox are deleted with the session. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setFailureReport } from '../../kit/failure.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { useIndexedDb } from '../../testing/indexed-db.ts'
import { ok, serve, type Answer } from '../../testing/server.ts'
import { aSignIn } from '../../testing/samples.ts'
import { localPosts, saveLocalDraft, saveLocalReply, openLocalPosts } from './local-drafts.ts'
import { blankDraft } from './drafts.ts'
import { retry, posted, sendPost, sendReply, startOutbox, discard } from './outbox.ts'
import { aReply, aThread } from '../../testing/posts.ts'

const taken: string[] = []
let stop = () => {}

const replied = ({ id = '', thread_id = '', text = '' }: Record<string, string>): Answer => ok(aReply(id, { thread_id, text }))
const begun = ({ title = '', content = '' }: Record<string, string>): Answer => ok(aThread('T9', { title, content }))

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  taken.length = 0
  stop = startOutbox({ replied: ({ text }) => taken.push(text), posted: ({ title }) => taken.push(title) })
  await openLocalPosts()
})
afterEach(async () => {
  stop()
  endSession()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const toThread = { thread_id: 'T1', to_id: '', quote_id: '' }
const states = () => localPosts.get().waiting.map(({ text, state }) => `${text}: ${state}`)

test('replies go out one after the other, and what was typed is gone with them', async () => {
  const server = serve({ '/forum/reply': replied })
  saveLocalReply('T1', 'one')
  sendReply(toThread, ' one ')
  sendReply(toThread, 'two')
  await settle()
  expect(server.of('/forum/reply').map(({ text }) => text)).toEqual([' one ', 'two'])
  expect(taken).toEqual([' one ', 'two'])
  expect(localPosts.get()).toMatchObject({ waiting: [], replies: {} })
})

test('the net gone, a reply waits, and goes out later under the same id', async () => {
  const gone = serve({})
  sendReply(toThread, 'one')
  await settle()
  expect(states()).toEqual(['one: waiting'])
  const server = serve({ '/forum/reply': replied })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server.of('/forum/reply')[0]?.['id']).toBe(gone.of('/forum/reply')[0]?.['id'])
  expect(localPosts.get().waiting).toEqual([])
})

test('where one cannot go out those behind it wait too, and none says that it is being sent', async () => {
  serve({})
  sendReply(toThread, 'one')
  sendReply(toThread, 'two')
  await settle()
  expect(states()).toEqual(['one: waiting', 'two: waiting'])
})

test('a post goes out under the id of its draft, which is then gone, and its thread is known', async () => {
  const server = serve({ '/forum/post': begun, '/forum/dropDraft': () => ok(null) })
  const draft = { ...blankDraft('draft-of-a-post-1', 5), title: 'Rubber pins', content: 'or screws', tags: '#quiet quiet  nuc' }
  saveLocalDraft(draft)
  sendPost(draft)
  await settle()
  expect(server.of('/forum/post')).toMatchObject([{ id: 'draft-of-a-post-1', board_id: '5', tags: '["quiet","nuc"]' }])
  expect(localPosts.get()).toMatchObject({ waiting: [], drafts: [] })
  expect(posted.get()['draft-of-a-post-1']).toBe('T9')
  expect(taken).toEqual(['Rubber pins'])
})

test('what will never be taken says why, holds up nothing, and keeps its draft', async () => {
  serve({ '/forum/post': () => ({ code: Code.notAllowed, msg: 'The board is closed' }), '/forum/reply': replied })
  const draft = { ...blankDraft('draft-of-a-post-2', 5), title: 'Closed', content: 'x' }
  saveLocalDraft(draft)
  sendPost(draft)
  sendReply(toThread, 'after it')
  await settle()
  expect(taken).toEqual(['after it'])
  expect(localPosts.get().waiting).toMatchObject([{ state: 'refused', why: 'The board is closed' }])
  expect(localPosts.get().drafts).toMatchObject([{ title: 'Closed' }])
  serve({ '/forum/post': begun, '/forum/dropDraft': () => ok(null) })
  retry('draft-of-a-post-2')
  await settle()
  expect(taken).toEqual(['after it', 'Closed'])
})

test('too fast is no refusal: it waits a moment', async () => {
  serve({ '/forum/reply': () => ({ code: Code.tooMany }) })
  sendReply(toThread, 'again')
  await settle()
  expect(states()).toEqual(['again: waiting'])
  discard(localPosts.get().waiting[0]?.id ?? '')
  expect(localPosts.get().waiting).toEqual([])
})

test('P13: with the session go drafts, half a reply, and what waits', async () => {
  serve({})
  saveLocalDraft({ ...blankDraft('draft-of-a-post-3', 5), title: 'private' })
  saveLocalReply('T1', 'half a thought')
  sendReply(toThread, 'private too')
  await settle()
  endSession()
  await settle()
  expect(localPosts.get()).toEqual({ drafts: [], replies: {}, waiting: [] })
  const server = serve({ '/forum/reply': replied })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.requests).toEqual([])
})

test('S92: with a session that expires nothing typed is lost: the same person who signs in again has it, and what waits is sent', async () => {
  serve({ '/forum/reply': () => ({ code: Code.expiredToken }) })
  const picture = (key: string, id: string) => ({ key, id, width: 4, height: 3 })
  const pictures = [picture('P1', 'P1'), picture('P2', '')]
  const reported: unknown[] = []
  setFailureReport((error) => reported.push(error))
  saveLocalDraft({ ...blankDraft('draft-of-a-post-6', 5), title: 'half a post', pictures })
  saveLocalReply('T2', 'half a thought')
  sendReply(toThread, 'sent too late')
  await settle()
  expect(reported).toMatchObject([{ kind: 'session', code: Code.expiredToken }])
  endSession('expired')
  await settle()
  expect(localPosts.get()).toEqual({ drafts: [], replies: {}, waiting: [] })
  const server = serve({ '/forum/reply': replied })
  startSession({ ...aSignIn, token: 'token-2' })
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(localPosts.get().replies).toEqual({ T2: 'half a thought' })
  // The bytes of a picture that was not uploaded went with the session.
  expect(localPosts.get().drafts).toMatchObject([{ title: 'half a post', pictures: [{ id: 'P1' }] }])
  expect(server.of('/forum/reply')).toMatchObject([{ text: 'sent too late' }])
  expect(localPosts.get().waiting).toEqual([])
})

test('what an earlier visit stored is read: replies and posts are sent, drafts stay', async () => {
  endSession()
  const key = `en/forum/${aSignIn.user.user_id}/desk`
  const details = { options: { reverse: false, author_only: false, notify: true }, place: null }
  const draft = {
    id: 'draft-of-a-post-4',
    thread_id: '',
    board_id: 5,
    title: 'From before',
    content: 'kept over a reload',
    tags: 'quiet',
    pictures: [{ key: 'P1', id: 'P1', width: 4, height: 3 }],
    ...details,
    saved_at: 9_000,
    on_server_at: 0,
  }
  const other = { ...draft, id: 'draft-of-a-post-5', title: 'Unfinished', pictures: [] }
  const blank = { thread_id: '', to_id: '', quote_id: '', why: '' }
  const stored = useIndexedDb({
    [key]: {
      drafts: [other, draft],
      replies: { T1: 'half a thought' },
      waiting: [
        { ...blank, id: 'reply-waiting-1', kind: 'reply', thread_id: 'T1', text: 'one', post: null, state: 'waiting' },
        { ...blank, id: 'draft-of-a-post-4', kind: 'post', text: 'From before', post: draft, state: 'sending' },
        {
          ...blank,
          id: 'reply-refused-1',
          kind: 'reply',
          thread_id: 'T1',
          text: 'two',
          post: null,
          state: 'refused',
          why: 'closed',
        },
      ],
    },
  })
  const server = serve({ '/forum/reply': replied, '/forum/post': begun, '/forum/dropDraft': () => ok(null) })
  startSession(aSignIn)
  await waitFor(() => expect(taken.length === 2).toBe(true))
  expect(server.of('/forum/reply')).toMatchObject([{ id: 'reply-waiting-1', thread_id: 'T1', text: 'one' }])
  expect(server.of('/forum/post')).toMatchObject([{ id: 'draft-of-a-post-4', title: 'From before', images: '["P1"]' }])
  expect(localPosts.get()).toMatchObject({
    drafts: [other],
    replies: { T1: 'half a thought' },
    waiting: [{ id: 'reply-refused-1', state: 'refused', why: 'closed' }],
  })
  expect(stored.get(key)).toEqual(localPosts.get())
})
