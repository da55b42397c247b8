/** The states of a list. */
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { oldestShownAt } from '../kit/connection.ts'
import { setLang } from '../kit/lang.ts'
import { QueryList } from './query-list.tsx'

afterEach(cleanup)

function List() {
  const list = useInfiniteQuery<{ data: string[] }>({
    queryKey: ['list'],
    queryFn: () => Promise.reject(new Error('no net')),
    initialPageParam: '',
    getNextPageParam: () => null,
    retry: false,
  })
  return (
    <QueryList list={list} waiting="waiting" empty="Nothing here">
      {(rows) => rows.join()}
    </QueryList>
  )
}

test('P39: that there is nothing is told with its age too, where nobody could be asked', async () => {
  setLang('en')
  const client = new QueryClient()
  client.setQueryData(['list'], { pages: [{ data: [] }], pageParams: [''] })
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Nothing here')).toBeTruthy()
  expect(oldestShownAt.get()).toBe(client.getQueryState(['list'])?.dataUpdatedAt)
})

test('P39: rows that were read stay where nobody can be asked, with their age', async () => {
  setLang('en')
  const client = new QueryClient()
  const readAt = Date.now() - 3_600_000
  client.setQueryData(
    ['list'],
    { pages: [{ data: ['one', 'two'] }, { data: ['three'] }], pageParams: ['', 'next'] },
    { updatedAt: readAt },
  )
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryState(['list'])?.fetchFailureCount).toBeGreaterThan(0))
  expect(screen.getByText('one,two,three')).toBeTruthy()
  expect(oldestShownAt.get()).toBe(readAt)
})
