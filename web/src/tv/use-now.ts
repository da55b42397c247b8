/** The current time as a hook that updates: ms of performance.now. */
import { useEffect, useState } from 'react'

export function useNow(everyMs: number): number {
  const [at, setAt] = useState(() => performance.now())
  useEffect(() => {
    const ticker = setInterval(() => setAt(performance.now()), everyMs)
    return () => clearInterval(ticker)
  }, [everyMs])
  return at
}
