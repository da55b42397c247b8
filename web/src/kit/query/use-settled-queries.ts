/** Reports when the first load of some queries has ended, so that the content below them does not move. */
import { useEffect, useEffectEvent } from 'react'

/** A slow box must not delay the other content. */
const patienceMs = 1_000

type Query = { isPending: boolean; fetchStatus: string; dataUpdatedAt: number }

/** An answer that an earlier visit kept is not enough: the new one may have another height. */
export function useSettledQueries(queries: readonly Query[], notify: () => void): void {
  const listener = useEffectEvent(notify)
  // a query paused for the network counts as settled
  const isSettled = queries.every(
    ({ isPending, fetchStatus, dataUpdatedAt }) =>
      fetchStatus !== 'fetching' || (!isPending && dataUpdatedAt >= performance.timeOrigin),
  )
  useEffect(() => {
    const timer = setTimeout(() => listener(), isSettled ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [isSettled])
}
