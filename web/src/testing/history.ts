/** The browser history between tests: a layer that a test left open is closed by a journey that takes a moment. */
import { expect, vi } from 'vitest'
import { whenStill } from '../kit/nav/history-entry.ts'

/** Resolves when no navigation is pending and no layer has an entry. */
export async function historySettled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise<void>((resolve) => whenStill(resolve))
  const state = () => history.state as { layer?: number } | null
  await vi.waitFor(() => expect(state()?.layer ?? 0).toBe(0))
}
