/** The forum's part of the home page, with a fake server. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { aThreadRow } from '../testing/samples.ts'
import { ok, serve } from '../testing/server.ts'
import { FromForum } from './from-forum.tsx'

afterEach(cleanup)

const row = (id: string, replies: number) => ({ ...aThreadRow, id, title: `Thread ${id}`, replies })

test.each([
  ['en', '12K'],
  ['zh', '1.2万'],
] as const)('a count of replies that is too long for its row is told shortly (%s)', async (lang, short) => {
  setLang(lang)
  serve({
    '/misc/recommend': () => ok({ data: [row('1', 12_000), row('2', 1_832)], next: '' }),
    '/api/bbs/listByCategory': () => ok({ data: [], next: '' }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FromForum />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(short)).toBeTruthy()
  expect(screen.getByText('1,832')).toBeTruthy()
})
