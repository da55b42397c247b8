/** Renders children that are not needed for the first paint once the browser is idle. */
import { useEffect, useState, type ReactNode } from 'react'

/** At the latest. */
const latestMs = 500

export function WhenIdle({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const show = () => setTime(true)
    // some browsers lack requestIdleCallback
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(show, latestMs / 2)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(show, { timeout: latestMs })
    return () => cancelIdleCallback(asked)
  }, [])
  return isTime ? children : null
}
