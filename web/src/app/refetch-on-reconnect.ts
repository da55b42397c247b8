/** What failed while something was away is asked for again by itself: once the cloud answers, or the page is seen again. */
import type { QueryClient } from '@tanstack/react-query'
import { later } from '../kit/clock.ts'
import { reach, startReach } from '../kit/reach.ts'
import { isShown, watchShown } from '../kit/platform.ts'

/** The way to ask comes in a chunk of its own; where that does not come, it is asked for again. */
const chunkRetryMs = 2_000

/** All that is on screen is asked for anew once the cloud answers again. */
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
  import('../kit/ask.ts').then(
    ({ ping }) => startReach(ping),
    () => later(chunkRetryMs, watchReach),
  )
}
