/** What a search finds, with its words marked, and what one looked for before. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { lookedFor } from '../../../forum/search-data.ts'
import { aPerson, aRow } from '../../../forum/test-posts.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession, startSession } from '../../../kit/session.ts'
import { ok, serve } from '../../../kit/test-server.ts'
import { aSignIn } from '../../../kit/test-things.ts'
import { Screen } from './detail.tsx'

const part = (text: string, is_hit = false) => ({ text, is_hit })

function show() {
  const found = { ...aRow('T1'), marked_title: [part('流浪'), part('地球', true)], marked_excerpt: [part('<b>')] }
  const said = {
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
    '/forum/search': ({ q }) => ok({ data: q === '地球' ? [found] : [], next: '' }),
    '/forum/searchReplies': ({ q }) => ok({ data: q === '地球' ? [said] : [], next: '' }),
    '/forum/searchPeople': ({ q }) => ok({ data: q === '地球' ? [aPerson] : [], next: '' }),
    '/forum/tags': ({ q }) => ok({ data: q === '地球' ? [{ tag: '地球仪', threads: 12 }] : [] }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
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
  lookedFor.set([])
})

test('the words that were looked for stand out, and nothing found is HTML', async () => {
  show()
  const hits = await screen.findAllByText('地球', { selector: 'mark' })
  expect(hits).toHaveLength(2)
  expect(screen.queryByText('<b>')).toBe(null)
  await waitFor(() => expect(lookedFor.get()).toEqual(['地球']))
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

test('where nothing is found, it says for what', async () => {
  location.hash = '#/pages/forum/search/detail?q=xyz'
  show()
  expect(await screen.findByText('没有找到“xyz”')).toBeTruthy()
})
