/**
 * A cloud is started to hold little memory (docs/decisions/007); while it is busy that costs the slowest answers a pause of the collector. So V8 is told to be thrifty only
 * while there is little to do. NOTE: of V8's flags this one is read at each collection, so that it may change while the program runs.
 */
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import v8 from 'node:v8'

/** Of a second; between the two nothing changes. */
const busy = 0.5
const quiet = 0.1
/** Quiet for so many looks in a row before it counts. */
const quietLooks = 60
const lookMs = 1_000

type State = { isBusy: boolean; looks: number }

/** used: the share of the time since the look before in which there was something to do. */
export function stateAfter({ isBusy, looks }: State, used: number): State {
  if (used >= busy) return { isBusy: true, looks: 0 }
  if (!isBusy || used > quiet) return { isBusy, looks: 0 }
  return looks + 1 < quietLooks ? { isBusy, looks: looks + 1 } : { isBusy: false, looks: 0 }
}

/** Does nothing where the program was not started to be thrifty. */
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
