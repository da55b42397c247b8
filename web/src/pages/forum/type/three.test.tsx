/** The board page, with a fake server. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { aBoard, aRow } from '../../../testing/posts.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { Screen } from './three.tsx'

const tree = [
  aBoard(1, { name: 'Hardware' }),
  aBoard(5, { name: 'Builds', parent_id: 1, level: 2, about: 'What stands at home' }),
  aBoard(9, { name: 'Fans', parent_id: 5, level: 3 }),
]

let client = createClient(() => {})

type Answers = Record<string, () => Answer>

function show(rows: ThreadRow[], threads: () => Answer = () => ok({ data: rows, next: '' }), more: Answers = {}) {
  const server = serve({ '/forum/boards': () => ok({ data: tree }), '/forum/threads': threads, ...more })
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  return server
}

beforeEach(() => {
  client = createClient(() => {})
  localStorage.clear()
  setLang('en')
  endSession()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  location.hash = '#/pages/forum/type/three?id=5'
})
afterEach(cleanup)

test('a board says where it lies and what lies below it, and shows its threads, what is new told in words too', async () => {
  const server = show([
    aRow('T1', { title: 'Rules', is_pinned: true }),
    aRow('T2', { title: 'Pins', is_new: true, replies: 1_832 }),
  ])
  expect(await screen.findByRole('heading', { name: 'Builds' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Hardware' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Fans' })).toBeTruthy()
  expect(await screen.findByText('Rules')).toBeTruthy()
  expect(screen.getByText('Pinned')).toBeTruthy()
  expect(screen.getByText('New')).toBeTruthy()
  expect(screen.getByText('1,832 replies')).toBeTruthy()
  expect(server.of('/forum/threads')[0]).toMatchObject({ board_id: '5', sort: 'latest' })
})

test('C40: a row says that its time is that of the last reply, and it stands whole beside whatever names; without replies it is the author’s', async () => {
  show([aRow('T1', { active_at: Date.now() / 1000, replies: 4 }), aRow('T2', { created_at: Date.now() / 1000 })])
  const last = await screen.findByText('last reply just now')
  expect(last.className).not.toContain('oneLine')
  expect(screen.getByText('just now')).toBeTruthy()
})

test('the list, asked for at once, is shown together with what stands above it, so that nothing moves', async () => {
  const server = serve({ '/forum/threads': () => ok({ data: [aRow('T1')], next: '' }) })
  const asks = globalThis.fetch
  const held = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string, request: RequestInit) =>
    url.includes('/forum/boards') ? held.promise : asks(url, request),
  )
  render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.findByText('Thread T1')
  expect(server.of('/forum/threads')).toHaveLength(1)
  expect(screen.queryByRole('tab', { name: 'Latest' })).toBe(null)
  expect(screen.queryByRole('link', { name: /Thread T1/ })).toBe(null)
  held.resolve(new Response(JSON.stringify({ msg: '', ...ok({ data: tree }) })))
  expect(await screen.findByRole('link', { name: 'Hardware' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Latest' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Thread T1/ })).toBeTruthy()
})

test('a link to a board with no number says that there is none, and asks the cloud for nothing', async () => {
  location.hash = '#/pages/forum/type/three?id=builds'
  const server = show([])
  expect(await screen.findByText('This board doesn’t exist')).toBeTruthy()
  expect(server.of('/forum/threads')).toEqual([])
})

test('A12: a board that is none says so and leads to all boards: nothing to try again, nothing to post', async () => {
  location.hash = '#/pages/forum/type/three?id=99999'
  show([], () => ({ code: Code.notFound, msg: 'Not found' }))
  expect(await screen.findByText('This board doesn’t exist')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All boards' }).getAttribute('href')).toBe('#/pages/forum/type/index')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null)
  expect(screen.queryByRole('link', { name: 'New post' })).toBe(null)
})

test('a board that was made after the boards were last read is there without a reload: they are read once more, and once only', async () => {
  location.hash = '#/pages/forum/type/three?id=31'
  let existing = tree
  const server = show([aRow('T1')], undefined, { '/forum/boards': () => ok({ data: existing }) })
  expect(await screen.findByText('This board doesn’t exist')).toBeTruthy()
  expect(server.of('/forum/boards').length).toBeLessThanOrEqual(3)
  cleanup()
  existing = [...tree, aBoard(32, { name: 'Brand new' })]
  location.hash = '#/pages/forum/type/three?id=32'
  show([aRow('T1')], undefined, { '/forum/boards': () => ok({ data: existing }) })
  expect(await screen.findByRole('heading', { name: 'Brand new' })).toBeTruthy()
  expect(await screen.findByText('Thread T1')).toBeTruthy()
})

test('A12: a board of the other language’s forum says so', async () => {
  location.hash = '#/pages/forum/type/three?id=777'
  show([], undefined, { 'zh /forum/boards': () => ok({ data: [aBoard(777)] }) })
  expect(await screen.findByText('This board is in the Chinese forum')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Switch to 中文' })).toBeTruthy()
})

test('threads are shown by latest, hot, featured or unanswered, each with its own words where there are none', async () => {
  const server = show([])
  expect(await screen.findByText('Nothing here yet')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Unanswered' }))
  expect(await screen.findByText('No unanswered threads')).toBeTruthy()
  expect(server.of('/forum/threads').at(-1)).toMatchObject({ sort: 'unanswered' })
  fireEvent.click(screen.getByRole('tab', { name: 'Latest' }))
})

test('a list that fails says so and is asked again', async () => {
  let isDown = true
  show([], () => (isDown ? { code: Code.fault, msg: 'down' } : ok({ data: [aRow('T1')], next: '' })))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  fireEvent.click(again)
  await waitFor(() => expect(screen.getByText('Thread T1')).toBeTruthy())
})
