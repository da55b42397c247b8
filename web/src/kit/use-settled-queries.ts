/** Reports when the first load of some queries has ended, so that the content below them does not move. */
import { useEffect, useEffectEvent } from 'react'

/** A slow box must not delay the other content. */
const patienceMs = 1_000

type Query = { isPending: boolean; fetchStatus: string }

export function useSettledQueries(queries: readonly Query[], tell: () => void): void {
  const heard = useEffectEvent(tell)
  // a query paused for the network counts as settled
  const isSettled = queries.every(({ isPending, fetchStatus }) => !isPending || fetchStatus !== 'fetching')
  useEffect(() => {
    const timer = setTimeout(() => heard(), isSettled ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [isSettled])
}
