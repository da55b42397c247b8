/** Delays a text, so that a short state does not flicker. */
import { useEffect, useState } from 'react'
import { later } from '../kit/time/clock.ts'

const slowMs = 500

/** True once the part has stood for a while. */
export function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => later(slowMs, () => setSlow(true)), [])
  return isSlow
}
