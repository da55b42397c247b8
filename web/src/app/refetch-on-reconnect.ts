/** Failed queries are retried once the cloud answers, or the page is shown again. */
import type { QueryClient } from '@tanstack/react-query'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { reach, startReachability } from '../kit/reachability.ts'
import { isShown, watchShown } from '../kit/platform.ts'

/** Refetches all active queries once the cloud answers again. */
export function healQueries(client: QueryClient): () => void {
  const stops = [
    reach.onHealed(() => void client.invalidateQueries({ refetchType: 'active' })),
    watchShown(() => isShown() && readStale(client)),
  ]
  return () => stops.forEach((stop) => stop())
}

export function readStale(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', stale: true })
}

export function watchReach(): void {
  void loadUntilThere(() => import('../kit/call/http.ts')).then(({ ping }) => startReachability(ping))
}
