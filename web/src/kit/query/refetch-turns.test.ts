import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { refetchInTurn } from './refetch-turns.ts'

/** A list on screen whose answers come when the test says. */
function slowList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const requests: { answer: (value: string) => void; fail: () => void; signal: AbortSignal }[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list', 1],
    queryFn: ({ signal }) =>
      new Promise<string>((answer, reject) => requests.push({ answer, fail: () => reject(new Error('no line')), signal })),
  })
  onTestFinished(observer.subscribe(() => undefined))
  return { client, requests, data: () => observer.getCurrentResult().data }
}

it('a list on its way is not cancelled by pushes, and is requests for once more after its answer', async () => {
  const { client, requests, data } = slowList()
  expect(requests).toHaveLength(1)
  for (let push = 0; push < 5; push++) refetchInTurn(client, ['list'])
  await Promise.resolve()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.signal.aborted).toBe(false)
  requests[0]?.answer('old')
  await expect.poll(() => requests.length).toBe(2)
  expect(data()).toBe('old')
  requests[1]?.answer('new')
  await expect.poll(data).toBe('new')
  expect(requests).toHaveLength(2)
})

it('a list that rests is requests for at once, and one that failed once more', async () => {
  const { client, requests, data } = slowList()
  requests[0]?.answer('first')
  await expect.poll(data).toBe('first')
  refetchInTurn(client, ['list'])
  await expect.poll(() => requests.length).toBe(2)
  refetchInTurn(client, ['list'])
  requests[1]?.fail()
  await expect.poll(() => requests.length).toBe(3)
  requests[2]?.answer('second')
  await expect.poll(data).toBe('second')
})
