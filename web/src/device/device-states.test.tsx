/** States of a page of a box's data. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DeviceStates } from './device-states.tsx'

afterEach(cleanup)

test('nothing is shown before all of its data has come, so that nothing is pushed down', () => {
  const query = { data: { stale_at: null }, isPending: false, isLoadingError: false, refetch: () => {} }
  const page = (isLoading: boolean) => (
    <DeviceStates query={query} others={[{ isLoading: false }, { isLoading }]}>
      {() => <p>The facts</p>}
    </DeviceStates>
  )
  const { rerender } = render(page(true))
  expect(screen.queryByText('The facts')).toBe(null)
  rerender(page(false))
  expect(screen.getByText('The facts')).toBeTruthy()
})
