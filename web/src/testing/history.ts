/** The browser history between tests: a layer that a test left open is closed by a journey that takes a moment. */
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { whenStill } from '../kit/nav/history-entry.ts'

/** Resolves when no navigation is pending and no layer has an entry. */
export async function historySettled(): Promise<void> {
  const state = () => history.state as { layer?: number } | null
  await waitFor(() => expect(state()?.layer ?? 0).toBe(0))
  await new Promise<void>((resolve) => whenStill(resolve))
}
