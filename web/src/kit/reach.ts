/**
 * Whether the cloud can be reached from this phone, as a machine without a browser. A request without an answer is a suspicion: the cloud is asked once more, shortly, before anything is said.
 * While it is away it is asked again and again, later each time; any answer heals. startReach joins it to the browser.
 */
import { isConnected, isShown, watchConnected, watchShown } from './platform.ts'
import { observable, type Observable } from './observable.ts'
import { later, now } from './clock.ts'

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
  /** A request had no answer, or a line broke. */
  suspect: () => void
  /** The phone's network came or went, the page is seen again, a person wants to know. */
  check: () => void
  /** Runs whenever the cloud is back. */
  onHealed: (listener: () => void) => () => void
  /** Gives the way to ask the cloud for a sign of life; without one nothing is suspected. */
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
    // What was under way as the network went says nothing of now.
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
    if (ping && !isAsking) void look(ping)
  }

  async function look(ask: () => Promise<boolean>): Promise<void> {
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
    // A hidden page asks no one: being shown asks at once.
    if (deps.isShown()) stopRetry = deps.later(waitMs(), suspect)
  }

  /** Each further failure waits longer, and a crowd does not come back in one moment. */
  function waitMs(): number {
    tries += 1
    return Math.min(longestRetryMs, firstRetryMs * 1.5 ** (tries - 1)) * (0.75 + deps.random() / 2)
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

/** From now on the phone's network and the sight of the page count. */
export function startReach(ping: () => Promise<boolean>): () => void {
  const stops = [reach.start(ping), watchConnected(reach.check), watchShown((isSeen) => isSeen && reach.check())]
  return () => stops.forEach((stop) => stop())
}
