/** A database in the process answers at once, so that a long row of queries would be one turn of the event loop: others are served in between (promise 43). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from '../monotonic.ts'

const turnMs = 10

/** To be awaited before each query: once those before it have taken a turn of 10 ms, it waits for a turn of its own. */
export function createQueryTurns(elapsed: () => number = monotonicMs): () => Promise<void> | undefined {
  let began: number | undefined
  return () => {
    if (began !== undefined) return elapsed() - began < turnMs ? undefined : nextTurn()
    began = elapsed()
    setImmediate(() => (began = undefined))
    return undefined
  }
}
