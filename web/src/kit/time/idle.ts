/** Work that the first paint does not need. */
import { later } from './clock.ts'

/** At the latest. */
const latestMs = 500

/** Runs once the browser is idle; the returned function cancels it. */
export function whenIdle(run: () => void): () => void {
  // some browsers lack requestIdleCallback
  if (typeof requestIdleCallback !== 'function') return later(latestMs / 2, run)
  const handle = requestIdleCallback(run, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
