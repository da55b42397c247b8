import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureOf } from '../failure.ts'
import { useIsMissing } from './use-is-missing.ts'

afterEach(cleanup)

const gone = failureOf({ code: Code.notFound, msg: '', data: null })
const ends: ((isThere: boolean) => void)[] = []
const seen: string[] = []

function Page({ id }: { id: string }) {
  const one = useQuery({
    queryKey: ['film', id],
    queryFn: () => new Promise<string>((resolve, reject) => ends.push((isThere) => (isThere ? resolve(id) : reject(gone)))),
    retry: false,
  })
  const isMissing = useIsMissing(one)
  const face = isMissing ? 'gone' : (one.data ?? 'waiting')
  seen.push(face)
  return <p>{face}</p>
}

test('what is gone stays gone while it is asked for again, and another one waits', async () => {
  const client = new QueryClient()
  const page = (id: string) => (
    <QueryClientProvider client={client}>
      <Page id={id} />
    </QueryClientProvider>
  )
  const { rerender } = render(page('one'))
  await act(async () => ends[0]?.(false))
  await screen.findByText('gone')
  seen.length = 0
  await act(async () => void client.refetchQueries({ queryKey: ['film', 'one'] }))
  expect(ends).toHaveLength(2)
  await act(async () => ends[1]?.(false))
  expect(seen.every((face) => face === 'gone')).toBe(true)
  rerender(page('two'))
  expect(screen.getByText('waiting')).toBeTruthy()
  await act(async () => ends[2]?.(true))
  expect(await screen.findByText('two')).toBeTruthy()
})
