import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { mutateThen } from './mutate-then.ts'

afterEach(cleanup)

const notified: string[] = []
let end = () => {}

function Row({ leave }: { leave: () => void }) {
  const removing = useMutation({ mutationFn: (id: string) => new Promise<string>((resolve) => (end = () => resolve(id))) })
  const remove = () => {
    mutateThen(removing, 'one', (id) => notified.push(`${id} is removed`))
    leave()
  }
  return <button onClick={remove}>Remove</button>
}

function List() {
  const [isThere, setThere] = useState(true)
  return isThere ? <Row leave={() => setThere(false)} /> : null
}

test('the end is told although the row that began it is gone', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Remove' })))
  expect(screen.queryByRole('button')).toBeNull()
  end()
  await expect.poll(() => notified).toEqual(['one is removed'])
})
