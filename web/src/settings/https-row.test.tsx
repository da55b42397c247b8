/** The row that leads to the page of the home CA. */
import { readHttps } from '@homeport/contract/https.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { HttpsRow } from './https-row.tsx'

const ask = vi.hoisted(() => vi.fn<(call: unknown) => Promise<unknown>>())
vi.mock('../kit/call/http.ts', async (original) => ({ ...(await original<object>()), ask }))
afterEach(cleanup)

function show(): QueryClient {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <HttpsRow />
    </QueryClientProvider>,
  )
  return client
}

test('leads to the page in the app’s language where the cloud has a CA', async () => {
  setLang('en')
  ask.mockResolvedValue({ port: 8743, has_ca: true })
  show()
  const row = await screen.findByRole('link', { name: 'Secure connection (https) Off' })
  expect(row.getAttribute('href')).toBe(`${location.origin}/trust?lang=en`)
  expect(ask.mock.lastCall?.[0]).toBe(readHttps)
})

test('is not there where the cloud has no CA of its own', async () => {
  ask.mockResolvedValue({ port: 8743, has_ca: false })
  const client = show()
  await expect
    .poll(() =>
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.status),
    )
    .toEqual(['success'])
  expect(screen.queryByRole('link')).toBeNull()
})
