/** Tells that none of some queries is still on its way for the first time, so that what stands below them need not move. */
import { useEffect, useEffectEvent } from 'react'

/** A box that answers late does not hold up what others have sent. */
const patienceMs = 1_000

type Query = { isPending: boolean; fetchStatus: string }

export function useSettledQueries(queries: readonly Query[], tell: () => void): void {
  const heard = useEffectEvent(tell)
  // one that waits for the network waits for long
  const isSettled = queries.every(({ isPending, fetchStatus }) => !isPending || fetchStatus !== 'fetching')
  useEffect(() => {
    const timer = setTimeout(() => heard(), isSettled ? 0 : patienceMs)
    return () => clearTimeout(timer)
  }, [isSettled])
}
