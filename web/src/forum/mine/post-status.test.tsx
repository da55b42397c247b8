/** The page of a sent post is replaced by its thread. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { ok, serve, type Answer } from '../../testing/server.ts'
import { aSignIn } from '../../testing/samples.ts'
import { Toasts } from '../../ui/toast.tsx'
import { openLocalPosts } from '../outbox/local-drafts.ts'
import { blankDraft } from '../outbox/drafts.ts'
import { sendPost } from '../outbox/outbox.ts'
import { PostStatus } from './post-status.tsx'
import { aThread } from '../../testing/posts.ts'

const id = 'a-draft-of-tests-3'

async function send(answer: Answer) {
  serve({ '/forum/post': () => answer, '/forum/dropDraft': () => ok(null) })
  await openLocalPosts()
  sendPost({ ...blankDraft(id, 5), title: 'Pins', content: 'or screws' })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <PostStatus id={id} />
      <Toasts />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  location.hash = `#/pages/forum/posted/index?id=${id}`
})
afterEach(() => {
  cleanup()
  endSession()
})

test('C44: posted, the thread stands in place of the page that sent it, with one word', async () => {
  const entries = history.length
  await send(ok(aThread('T9')))
  await waitFor(() => expect(location.hash).toBe('#/pages/forum/postings/thread?id=T9'))
  expect(history.length).toBe(entries)
  expect(screen.getByText('Posted')).toBeTruthy()
})

test('refused, it stays, says why, and leads back to the editor', async () => {
  await send({ code: 4003, msg: 'Only moderators post here' })
  expect(await screen.findByText('Only moderators post here')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Edit post' }).getAttribute('href')).toContain(`draft=${id}`)
  expect(location.hash).toContain('/posted/')
})
