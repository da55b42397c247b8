/** What the first look does without: fetched and drawn once that look stands and the browser has nothing better to do. */
import { useEffect, useState, type ReactNode } from 'react'

/** However busy it is. */
const latestMs = 500

export function WhenIdle({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const show = () => setTime(true)
    // not every browser tells when it is idle
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(show, latestMs / 2)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(show, { timeout: latestMs })
    return () => cancelIdleCallback(asked)
  }, [])
  return isTime ? children : null
}
