/** A user's page and the own posts show the author once, at the top. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, startSession } from '../../kit/session.ts'
import { ok, serve } from '../../testing/server.ts'
import { aSignIn } from '../../testing/samples.ts'
import { MyPosts } from './my-posts.tsx'
import { PersonPosts } from './person-posts.tsx'
import { aBoard, aPerson, aRow, NothingSeen } from '../../testing/posts.ts'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  startSession(aSignIn)
  const rows = [aRow('T1', { title: 'Rubber pins' }), aRow('T2', { title: 'A quiet fan' })]
  serve({
    '/forum/boards': () => ok({ data: [aBoard(5, { name: 'Builds' })] }),
    '/space/threads': () => ok({ data: rows, next: '' }),
  })
})
afterEach(() => {
  cleanup()
  endSession()
})

test.each([
  ['a person’s page', <PersonPosts key="" userId="2" />],
  ['one’s own posts', <MyPosts key="" tab="posts" onSelect={() => {}} />],
])('E67: no row of %s repeats the picture and the name', async (_, posts) => {
  render(<QueryClientProvider client={createClient(() => {})}>{posts}</QueryClientProvider>)
  expect(await screen.findByText('Rubber pins')).toBeTruthy()
  expect(screen.getByText('A quiet fan')).toBeTruthy()
  expect(screen.queryByText(aPerson.username)).toBe(null)
  expect(document.querySelectorAll('li .avatar-avatar')).toHaveLength(0)
  expect(await screen.findAllByText('Builds')).toHaveLength(2)
})
