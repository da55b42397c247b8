/**
 * Pushes keep the lists fresh; polling catches the missed ones, as while box or phone had no network.
 * A query's own refetchInterval begins anew with each push that changes its data: beside a running download it would never come.
 */
import type { QueryClient } from '@tanstack/react-query'
import { later } from '../kit/time/clock.ts'
import { isShown } from '../kit/platform.ts'
import { isBoxReached, session } from '../kit/session.ts'
import { latestKeyOf, pagesKeyOf, unfinishedKeyOf } from './task-cache.ts'

export const listEveryMs = 15_000

/** Refetches the lists on screen every 15 s while the box is reached and the page is visible, and at once when the box is back. */
export function pollLists(client: QueryClient): () => void {
  let stopWait = () => {}

  function poll(): void {
    stopWait()
    stopWait = later(listEveryMs, poll)
    const { device } = session.get()
    if (!device || !isBoxReached.get() || !isShown()) return
    for (const queryKey of [pagesKeyOf(device.devid), unfinishedKeyOf(device.devid), latestKeyOf(device.devid)])
      void client.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
  }

  stopWait = later(listEveryMs, poll)
  const unwatch = isBoxReached.watch(() => isBoxReached.get() && poll())
  return () => {
    stopWait()
    unwatch()
  }
}
