/** Legal documents, and the page before an address outside: only hosts that the operator named are opened. */
import { banners, type Banner } from '@homeport/contract/home.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { ok, serve } from '../../../testing/server.ts'
import { Screen } from './index.tsx'
import { openAt } from '../../../testing/history.ts'

const banner: Banner = { id: 'b1', title: 'Club', about: '', picture: null, scene: 'forum', to: 'https://club.example/day' }

function show(query: Record<string, string>) {
  openAt(`#/pages/main/web_view/index?${new URLSearchParams(query)}`)
  serve({ [banners.path]: () => ok({ data: [banner] }) })
  render(
    <QueryClientProvider client={createClient(vi.fn())}>
      <Screen />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
})
afterEach(cleanup)

test('an address of a host that a banner names is shown, and opened in a window of its own', async () => {
  show({ url: 'https://club.example/other' })
  const link = await screen.findByRole('link', { name: 'Open page' })
  expect(link.getAttribute('href')).toBe('https://club.example/other')
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  expect(screen.getByText(/club\.example/)).toBeTruthy()
})

test.each(['https://club.example.evil.example/', 'javascript:alert(1)'])(
  '%s is not opened, and there is a way back',
  async (url) => {
    show({ url })
    await screen.findByRole('heading', { name: 'Can’t open this page' })
    expect(screen.queryByRole('link')).toBeNull()
    // One in the bar, one under the sentence.
    expect(screen.getAllByRole('button', { name: 'Back' })).toHaveLength(2)
  },
)

test('without an address it is not called by the name of another page', async () => {
  show({})
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Homeport')
})
