/** Search results with highlighted hits, and the search history. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { searchHistory } from '../../../forum/search/search-data.ts'
import { aPerson, aPersonRow, aRow } from '../../../testing/posts.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, startSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { aSignIn } from '../../../testing/samples.ts'
import { Screen } from './detail.tsx'

const part = (text: string, is_hit = false) => ({ text, is_hit })

/** The spy of this test alone: a failure after the end of the test before is not its own. */
let onFailure = vi.fn()

function show(people = [aPersonRow()], more: Record<string, () => Answer> = {}) {
  const row = { ...aRow('T1'), marked_title: [part('流浪'), part('地球', true)], marked_excerpt: [part('<b>')] }
  const texts = {
    id: '12-7',
    thread_id: '12',
    thread_title: '安静的主机',
    floor: 7,
    author: aPerson,
    marked_text: [part('我的'), part('地球', true), part('仪')],
    created_at: 1,
  }
  const server = serve({
    '/forum/boards': () => ok({ data: [] }),
    '/forum/search': ({ q }) => ok({ data: q === '地球' ? [row] : [], next: '' }),
    '/forum/searchReplies': ({ q }) => ok({ data: q === '地球' ? [texts] : [], next: '' }),
    '/forum/searchPeople': ({ q }) => ok({ data: q === '地球' ? people : [], next: '' }),
    '/forum/tags': ({ q }) => ok({ data: q === '地球' ? [{ tag: '地球仪', threads: 12 }] : [] }),
    ...more,
  })
  render(
    <QueryClientProvider client={createClient(onFailure)}>
      <Screen />
    </QueryClientProvider>,
  )
  return server
}

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  vi.stubGlobal('scrollTo', () => {})
  startSession(aSignIn)
  location.hash = `#/pages/forum/search/detail?q=${encodeURIComponent('地球')}`
})
afterEach(() => {
  cleanup()
  endSession()
  searchHistory.forget('')
  onFailure = vi.fn()
})

test('the words that were looked for stand out, and nothing found is HTML', async () => {
  show()
  const hits = await screen.findAllByText('地球', { selector: 'mark' })
  expect(hits).toHaveLength(2)
  expect(screen.queryByText('<b>')).toBe(null)
  await waitFor(() => expect(searchHistory.queries.get()).toEqual(['地球']))
})

test('a link with a query that nobody could type says what is wrong with it, not that the network is away', async () => {
  location.hash = `#/pages/forum/search/detail?q=${'长'.repeat(500)}`
  const server = show()
  await waitFor(() => expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true'))
  expect(server.of('/forum/search')).toEqual([])
})

test('C49: a reply that was found shows its words, its thread and its floor, and leads to its place there', async () => {
  show()
  const link = (await screen.findByText('《安静的主机》')).closest('a')
  expect(link?.textContent).toContain('7 楼')
  expect(link?.getAttribute('href')).toBe('#/pages/forum/postings/postdetails?id=12&floor=7')
})

test('each kind is counted and has a list of its own; where more follow the count says so', async () => {
  const server = show()
  fireEvent.click(await screen.findByRole('tab', { name: '用户 1' }))
  expect(await screen.findByText('quiet-nuc')).toBeTruthy()
  expect(screen.queryByText('《安静的主机》')).toBe(null)
  fireEvent.click(screen.getByRole('tab', { name: '标签 1' }))
  expect((await screen.findByText('地球仪')).closest('a')?.getAttribute('href')).toContain('tag=')
  fireEvent.click(screen.getByRole('tab', { name: '回复 1' }))
  expect(await screen.findByText('《安静的主机》')).toBeTruthy()
  expect(server.of('/forum/searchReplies')).toHaveLength(1)
})

test('each person found can be followed there: it shows at once, and goes back where the cloud says no; oneself cannot', async () => {
  location.hash = '#/pages/forum/search/detail?q=地球&tab=people'
  let refuse: (code: number) => void = () => {}
  const refused = new Promise<number>((resolve) => (refuse = resolve))
  const ownId = aSignIn.user?.user_id ?? ''
  show([
    aPersonRow(),
    aPersonRow({ user_id: '3', username: 'ben', is_followed: true }),
    aPersonRow({ user_id: ownId, username: 'harbour' }),
  ])
  const real = fetch
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) =>
    url.includes('/spacecp/') ? new Response(JSON.stringify({ code: await refused, msg: 'No', data: null })) : real(url, request),
  )
  expect(await screen.findByRole('button', { name: '已关注 ben' })).toBeTruthy()
  expect(screen.getByText('harbour')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /关注/ })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: '关注 quiet-nuc' }))
  expect(await screen.findByRole('button', { name: '已关注 quiet-nuc' })).toBeTruthy()
  refuse(5000)
  expect(await screen.findByRole('button', { name: '关注 quiet-nuc' })).toBeTruthy()
  expect(onFailure).toHaveBeenCalled()
})

test('spec 6: a guest who would follow somebody found is asked to sign in, and nothing is sent', async () => {
  endSession()
  const server = show([aPersonRow()], { '/spacecp/follow': () => ok(null) })
  fireEvent.click(await screen.findByRole('button', { name: '关注 quiet-nuc' }))
  await waitFor(() => expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ kind: 'session' }))
  expect(server.of('/spacecp/follow')).toEqual([])
  expect(screen.getByRole('button', { name: '关注 quiet-nuc' })).toBeTruthy()
})

test('where nothing is found, it says for what, and leads to a post and to the boards', async () => {
  location.hash = '#/pages/forum/search/detail?q=xyz'
  show()
  expect(await screen.findByText('没有找到「xyz」')).toBeTruthy()
  expect(screen.getByRole('link', { name: '发帖提问' }).getAttribute('href')).toBe('#/pages/forum/editor')
  expect(screen.getByRole('link', { name: '浏览版块' }).getAttribute('href')).toBe('#/pages/forum/type/index')
})
