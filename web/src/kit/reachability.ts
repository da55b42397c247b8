/**
 * Whether the cloud can be reached from this phone, as a state machine without a browser. A request without a response is a suspicion: a ping follows before anything is shown.
 * While the cloud is unreachable it is pinged with growing delays; any response ends the outage. startReachability connects it to the browser.
 */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { isConnected, isShown, watchConnected, watchShown } from './platform.ts'
import { observable, type Observable } from './observable.ts'
import { later, now } from './time/clock.ts'

/** phone: the phone itself has no network; cloud: it has, and the cloud does not answer. */
export type Unreached = 'phone' | 'cloud'

type Deps = {
  now: () => number
  later: (ms: number, run: () => void) => () => void
  isConnected: () => boolean
  isShown: () => boolean
  random: () => number
}

export type Reach = {
  unreached: Observable<Unreached | null>
  /** When the cloud last answered, ms; 0 while it has not yet. */
  answeredAt: () => number
  /** An answer came to a request that began at `askedAt`. */
  answered: (askedAt: number) => void
  /** A request got no response, or a connection broke. */
  suspect: () => void
  /** The network changed, the page is shown again, or the user taps retry. */
  check: () => void
  /** Runs whenever the cloud is back. */
  onHealed: (listener: () => void) => () => void
  /** Sets the ping; before that no outage is suspected. */
  start: (ping: () => Promise<boolean>) => () => void
}

export const firstRetryMs = 1_000
export const longestRetryMs = 15_000

export function createReach(deps: Deps): Reach {
  const unreached = observable<Unreached | null>(deps.isConnected() ? null : 'phone')
  const healed = new Set<() => void>()
  let ping: (() => Promise<boolean>) | null = null
  let isAsking = false
  let answeredAt = 0
  let leftAt = deps.isConnected() ? 0 : deps.now()
  let tries = 0
  let stopRetry = () => {}

  function answered(askedAt: number): void {
    answeredAt = deps.now()
    // Requests from before the network went offline prove nothing now.
    if (!deps.isConnected() && askedAt <= leftAt) return
    heal()
  }

  function heal(): void {
    stopRetry()
    tries = 0
    if (unreached.get() === null) return
    unreached.set(null)
    for (const listener of healed) listener()
  }

  function check(): void {
    if (deps.isConnected()) return suspect()
    if (unreached.get() !== 'phone') leftAt = deps.now()
    unreached.set('phone')
    stopRetry()
  }

  function suspect(): void {
    if (ping && !isAsking) void probe(ping)
  }

  async function probe(ask: () => Promise<boolean>): Promise<void> {
    stopRetry()
    isAsking = true
    const isThere = await ask()
    isAsking = false
    if (!ping) return
    if (isThere) {
      answeredAt = deps.now()
      return deps.isConnected() ? heal() : undefined
    }
    unreached.set(deps.isConnected() ? 'cloud' : 'phone')
    // A hidden page does not ping: showing it pings at once.
    if (deps.isShown()) stopRetry = deps.later(waitMs(), suspect)
  }

  /** Retry delay: grows with each failure, with jitter so that clients do not all return at once. */
  function waitMs(): number {
    const waits = { first: firstRetryMs, most: longestRetryMs, factor: 1.5, jitter: 0.25, random: deps.random() }
    tries += 1
    return backoff(tries - 1, waits)
  }

  return {
    unreached,
    answeredAt: () => answeredAt,
    answered,
    suspect,
    check,
    onHealed(listener) {
      healed.add(listener)
      return () => healed.delete(listener)
    },
    start(next) {
      ping = next
      check()
      return () => {
        ping = null
        stopRetry()
      }
    },
  }
}

export const reach = createReach({ now, later, isConnected, isShown, random: Math.random })

/** Listens to network and visibility changes from now on. */
export function startReachability(ping: () => Promise<boolean>): () => void {
  const stops = [reach.start(ping), watchConnected(reach.check), watchShown((isPageShown) => isPageShown && reach.check())]
  return () => stops.forEach((stop) => stop())
}
