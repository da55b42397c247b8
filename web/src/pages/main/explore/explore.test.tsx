/** Explore: recommended threads, or boards with the latest threads. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { aBoard, aRow } from '../../../testing/posts.ts'
import { setLang } from '../../../kit/lang.ts'
import { endSession } from '../../../kit/session.ts'
import { ok, serve } from '../../../testing/server.ts'
import { Screen } from './explore.tsx'

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  endSession()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(cleanup)

test('D59: a post begins from the root of Explore, on both of its sides', async () => {
  serve({
    '/forum/boards': () => ok({ data: [aBoard(5)] }),
    '/forum/threads': () => ok({ data: [aRow('T1')], next: '' }),
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
  const begin = () => screen.getByRole('link', { name: 'New post' }).getAttribute('href')
  expect(begin()).toBe('#/pages/forum/editor')
  fireEvent.click(screen.getByRole('tab', { name: 'Boards' }))
  expect(await screen.findByText('Thread T1')).toBeTruthy()
  expect(begin()).toBe('#/pages/forum/editor')
})
