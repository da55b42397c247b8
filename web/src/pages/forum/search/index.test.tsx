/** The forum's empty search. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession } from '../../../kit/session.ts'
import { aBoard } from '../../../testing/posts.ts'
import { ok, serve } from '../../../testing/server.ts'
import { Screen } from './index.tsx'

type Forum = { hot?: string[]; tags?: { tag: string; threads: number }[]; boards?: ReturnType<typeof aBoard>[] }

function show({ hot = [], tags = [], boards = [] }: Forum) {
  serve({
    '/ebapi/store_api/hot_search': () => ok({ data: hot }),
    '/forum/tags': () => ok({ data: tags }),
    '/forum/boards': () => ok({ data: boards }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  endSession()
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(cleanup)

test('a newcomer whose forum nobody has searched yet finds its tags and boards', async () => {
  const boards = [aBoard(1, { name: 'Builds' }), aBoard(2, { parent_id: 1, name: 'Quiet ones' })]
  show({ tags: [{ tag: 'nuc', threads: 3 }], boards })
  const [tags, boardList] = [await screen.findByRole('region', { name: 'Tags' }), screen.getByRole('region', { name: 'Boards' })]
  expect(within(tags).getByRole('link', { name: /nuc/ }).getAttribute('href')).toBe('#/pages/forum/type/three?tag=nuc')
  expect(within(boardList).getByRole('link').getAttribute('href')).toBe('#/pages/forum/type/three?id=1')
  expect(screen.queryByRole('heading', { name: 'Popular' })).toBe(null)
})

test('in a forum that has nothing yet the search says what it finds', async () => {
  show({})
  expect(await screen.findByText('Find threads, replies, people and tags.')).toBeTruthy()
})

test('what is searched for most stands first', async () => {
  show({ hot: ['fan'], boards: [aBoard(1)] })
  const popular = await screen.findByRole('region', { name: 'Popular' })
  expect(within(popular).getByRole('link', { name: 'fan' }).getAttribute('href')).toBe('#/pages/forum/search/detail?q=fan')
  expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual(['Popular', 'Boards'])
})
