/** The controls over the film: shown by a tap, a key or the pointer, and hidden after three seconds. */
import { useEffect, useState } from 'react'
import { later } from '../../kit/time/clock.ts'

const shownMs = 3_000

export type Shown = { isOn: boolean; show: () => void; hide: () => void }

/** isHeld: they stay. */
export function useShown(isHeld: boolean): Shown {
  // Each time they are shown is another object: the time begins anew.
  const [shown, setShown] = useState({ isOn: true })
  const hide = () => setShown({ isOn: false })
  useEffect(() => {
    if (!shown.isOn || isHeld) return undefined
    return later(shownMs, () => setShown({ isOn: false }))
  }, [shown, isHeld])
  return { isOn: shown.isOn || isHeld, show: () => setShown({ isOn: true }), hide }
}
