/**
 * Adapts V8's garbage collection to the load: the cloud starts with --optimize-for-size to save memory (docs/decisions/007), but under load that makes the
 * slowest responses wait for the collector. So the flag is on only while the load is low. NOTE: V8 reads this flag at each collection, so it may change at run
 * time.
 */
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import v8 from 'node:v8'

/** Share of a second; between the two limits the state stays. */
const busy = 0.5
const quiet = 0.1
/** This many quiet samples in a row end the busy state. */
const quietLooks = 60
const lookMs = 1_000

type State = { isBusy: boolean; looks: number }

/** used: the share of the time since the last sample in which the event loop was active. */
export function stateAfter({ isBusy, looks }: State, used: number): State {
  if (used >= busy) return { isBusy: true, looks: 0 }
  if (!isBusy || used > quiet) return { isBusy, looks: 0 }
  return looks + 1 < quietLooks ? { isBusy, looks: looks + 1 } : { isBusy: false, looks: 0 }
}

/** Does nothing if the program was started without the flag. */
export function adaptGc(flags: readonly string[]): void {
  if (!flags.includes('--optimize-for-size')) return
  let state: State = { isBusy: false, looks: 0 }
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const next = stateAfter(state, performance.eventLoopUtilization(now, last).utilization)
    last = now
    if (next.isBusy !== state.isBusy) v8.setFlagsFromString(next.isBusy ? '--no-optimize-for-size' : '--optimize-for-size')
    state = next
  }, lookMs).unref()
}
