/** B27: each kind of empty page has its own illustration. */
import { boards, drafts, favoritesOf, repliesOf, reported, threadsOf } from '@homeport/contract/forum.ts'
import { conversation, conversations, notifications } from '@homeport/contract/message.ts'
import { fans } from '@homeport/contract/people.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswerList } from '../forum/mine/answer-list.tsx'
import { MyPosts } from '../forum/mine/my-posts.tsx'
import { PostStatus } from '../forum/mine/post-status.tsx'
import { ReportedList } from '../forum/moderation/reported-list.tsx'
import { NothingFound } from '../forum/search/search-results.tsx'
import { MissingBoard, MissingThread } from '../forum/thread/missing.tsx'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { ReminderList } from '../message/reminder-list.tsx'
import { SystemList } from '../message/system-list.tsx'
import { TalkList } from '../message/talk-list.tsx'
import { PeopleList } from '../people/people-list.tsx'
import { aSignIn } from '../testing/samples.ts'
import { ok, serve } from '../testing/server.ts'
import { art } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lines } from '../ui/illustration-lines.tsx'
import { createClient } from './client.ts'

const stay = () => {}
const faces: [string, ReactNode, ReactNode][] = [
  ['messages', <TalkList key="" chosen="" empty={null} />, lines.letter],
  ['notices', <SystemList key="" />, lines.letter],
  ['reminders', <ReminderList key="" hrefOf={() => undefined} otherwise={null} />, lines.bell],
  ['followers', <PeopleList key="" side="fans" userId="" ownId="1" />, lines.people],
  ['own posts', <MyPosts key="" tab="posts" onSelect={stay} />, lines.pages],
  ['own replies', <AnswerList key="" userId="" />, lines.bubbles],
  ['bookmarks', <MyPosts key="" tab="favorites" onSelect={stay} />, lines.bookmark],
  ['drafts', <MyPosts key="" tab="drafts" onSelect={stay} />, lines.draft],
  ['moderation', <ReportedList key="" />, lines.shield],
  ['nothing to send', <PostStatus key="" id="none" />, lines.pages],
  ['nothing found', <NothingFound key="" q="zebra" />, art.nothingFound],
  ['no such thread', <MissingThread key="" id="T1" isForeign={false} switchLanguage={stay} />, art.noPage],
  ['no such board', <MissingBoard key="" id={9} isForeign={false} switchLanguage={stay} />, art.noPage],
]

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  endSession()
})

const shapesOf = (drawing: ReactNode) => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<EmptyState art={drawing} title="" />)
  return page.querySelector('svg')?.innerHTML
}

test.each(faces)('%s: the empty page has its own drawing', async (_, page, drawing) => {
  const none = { with: null, data: [], next: '', total: 0, page: 1, limit: 20 }
  const lists = [threadsOf, repliesOf, favoritesOf, drafts, reported, boards, conversation, conversations, notifications, fans]
  serve(Object.fromEntries(lists.map((call) => [call.path, () => ok(none)])))
  const { container } = render(<QueryClientProvider client={createClient(stay)}>{page}</QueryClientProvider>)
  await waitFor(() => expect(container.querySelector('.empty-state-emptyState > svg')?.innerHTML).toBe(shapesOf(drawing)))
})

test('no two drawings are the same', () => {
  const all = [...Object.values(lines), ...Object.values(art)].map(shapesOf)
  expect(new Set(all).size).toBe(all.length)
})
