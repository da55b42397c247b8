/** Renders children that are not needed for the first paint once the browser is idle. */
import { useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '../kit/time/idle.ts'

export function WhenIdle({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => whenIdle(() => setTime(true)), [])
  return isTime ? children : null
}
