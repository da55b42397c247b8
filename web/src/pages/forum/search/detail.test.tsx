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
  const server = serve({
    '/forum/boards': () => ok({ data: [] }),
    '/forum/search': ({ q }) => ok({ data: q === '地球' ? [found] : [], next: '' }),
    '/forum/searchPeople': () => ok({ data: [aPerson], next: '' }),
    '/forum/tags': () => ok({ data: [{ tag: '地球', threads: 12 }] }),
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
  expect((await screen.findByText('地球', { selector: 'mark' })).tagName).toBe('MARK')
  expect(screen.getByText('<b>')).toBeTruthy()
  await waitFor(() => expect(lookedFor.get()).toEqual(['地球']))
})

test('people and tags stand under their own tabs', async () => {
  show()
  fireEvent.click(screen.getByRole('tab', { name: '用户' }))
  expect(await screen.findByText('quiet-nuc')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: '标签' }))
  expect(await screen.findByText('#地球')).toBeTruthy()
})

test('where nothing is found, it says for what', async () => {
  location.hash = '#/pages/forum/search/detail?q=xyz'
  show()
  expect(await screen.findByText('没有找到“xyz”')).toBeTruthy()
})
