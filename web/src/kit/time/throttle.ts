/** Throttle for what a double tap would do twice, or undo at once. */
import { useState } from 'react'
import { elapsed } from './clock.ts'

/** spec 9 */
export const throttleMs = 500

/** Runs what it is given, unless it ran something within the last 500 ms. elapsedMs: by a clock that nobody sets. */
export function createThrottle(elapsedMs: () => number): (run: () => void) => void {
  let ranAt = -Infinity
  return (run) => {
    if (elapsedMs() - ranAt < throttleMs) return
    ranAt = elapsedMs()
    run()
  }
}

/** One per part of the screen. */
export function useThrottle(): (run: () => void) => void {
  return useState(() => createThrottle(elapsed))[0]
}
