/** Somebody's page: a follow shows at once, and is taken back where the cloud refuses it. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { follow, type PersonPage } from '@homeport/contract/people.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { handleFailure } from '../../../app/failure.tsx'
import { setLang } from '../../../kit/lang.ts'
import { startSession } from '../../../kit/session.ts'
import { NothingSeen } from '../../../testing/posts.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { ok, pageOf, serve } from '../../../testing/server.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './index.tsx'

const ben: PersonPage = {
  user_id: 'u2',
  username: 'ben',
  nickname: 'Ben',
  avatar: '',
  is_followed: false,
  follows_me: false,
  is_blocked: false,
  gender: 'private',
  region: '',
  joined_at: 1,
  counts: { posts: 0, fans: 7, follows: 1, favorites: 0, bookmarks: 0 },
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  setLang('en')
  startSession(aSignIn)
  location.hash = '#/pages/user/posts/index?user_id=u2'
})
afterEach(cleanup)

test('a follow that the cloud refuses is taken back on screen, with its words; one that it takes counts', async () => {
  let person = ben
  let isRefused = true
  serve({
    '/space/user': () => ok(person),
    '/forum/threads': () => pageOf([]),
    [follow.path]: () => {
      if (isRefused) return { code: Code.fault, msg: 'The cloud says no' }
      person = { ...ben, is_followed: true, counts: { ...ben.counts, fans: 8 } }
      return ok(null)
    },
  })
  const answer = globalThis.fetch
  const held = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    if (url.includes(follow.path)) await held.promise
    return answer(url, request)
  })
  render(
    <QueryClientProvider client={createClient(handleFailure)}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
  const tap = async () => {
    const button = await screen.findByRole('button', { name: 'Follow Ben' })
    await act(async () => button.click())
  }
  await screen.findByRole('link', { name: /^7 ?Followers$/ })
  await tap()
  await screen.findByRole('button', { name: 'Following Ben' })
  await screen.findByRole('link', { name: /^8 ?Followers$/ })
  held.resolve()
  await screen.findByText('The cloud says no')
  await screen.findByRole('link', { name: /^7 ?Followers$/ })
  isRefused = false
  await tap()
  await waitFor(() => expect(person.is_followed).toBe(true))
  await screen.findByRole('button', { name: 'Following Ben' })
  await screen.findByRole('link', { name: /^8 ?Followers$/ })
})
