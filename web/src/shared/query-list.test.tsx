/** The states of a list. */
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Code } from '@homeport/contract/kit/codes.ts'
import { oldestShownAt } from '../kit/call/connection.ts'
import { failureOf } from '../kit/failure.ts'
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

test('nothing by that address is said as such, and not as a fault of the network', async () => {
  setLang('en')
  function Missing() {
    const list = useInfiniteQuery<{ data: string[] }>({
      queryKey: ['missing'],
      queryFn: () => Promise.reject(failureOf({ code: Code.notFound, msg: '', data: null })),
      initialPageParam: '',
      getNextPageParam: () => null,
      retry: false,
    })
    return (
      <QueryList list={list} waiting="waiting" empty="Nothing here" missing="Nobody by that name">
        {(rows) => rows.join()}
      </QueryList>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Missing />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Nobody by that name')).toBeTruthy()
})
