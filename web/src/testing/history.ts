/** The browser history between tests: a layer that a test left open is closed by a journey that takes a moment. */
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { newKey, whenStill, type Entry } from '../kit/nav/history-entry.ts'

/** Resolves when no navigation is pending and no layer has an entry. */
export async function historySettled(): Promise<void> {
  const state = () => history.state as { layer?: number } | null
  await waitFor(() => expect(state()?.layer ?? 0).toBe(0))
  await new Promise<void>((resolve) => whenStill(resolve))
}

/** Opens a page as the first one of a tab: an entry without the app's state would become the second once a layer over it closes. */
export function openAt(hash: string): void {
  history.replaceState({ depth: 0, key: newKey(), layer: 0, fromTab: 0 } satisfies Entry, '', hash)
}
