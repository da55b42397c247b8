/** Bandwidth limit shared by all connections that go through it. */
import { setTimeout as after } from 'node:timers/promises'

/** now: ms. wait: ends early with an error once the signal is aborted. */
type Clock = { now: () => number; wait: (ms: number, signal: AbortSignal) => Promise<void> }

const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => after(ms, undefined, { ref: false, signal }),
}

/** A waiting connection notices a new limit within this time. */
const lookEveryMs = 250

export type Throttle = ReturnType<typeof createThrottle>
/** The gate that a connection's bytes pass. */
export type Gate = Pick<Throttle, 'isLimited' | 'pass'>

export function together(one: Gate, other: Gate): Gate {
  return {
    isLimited: () => one.isLimited() || other.isLimited(),
    pass: async (bytes, signal) => void (await Promise.all([one.pass(bytes, signal), other.pass(bytes, signal)])),
  }
}

export function createThrottle(clock: Clock = realClock) {
  let bytesPerSecond = 0
  /** Bytes that came so far, and those of them for which there was time, at the last look. */
  let came = 0
  let passed = 0
  let lookedAt = 0

  /** A change of the limit forgives nothing that came before. */
  function look(): void {
    const now = clock.now()
    const more = (bytesPerSecond * (now - lookedAt)) / 1000
    passed = bytesPerSecond === 0 ? came : Math.min(came, passed + more)
    lookedAt = now
  }

  return {
    /** 0: no limit. */
    limit(next: number): void {
      look()
      bytesPerSecond = next
    },
    isLimited: (): boolean => bytesPerSecond > 0,
    /** Resolves once this many bytes may have come. */
    async pass(bytes: number, signal: AbortSignal): Promise<void> {
      look()
      came += bytes
      const end = came
      for (look(); passed < end; look()) {
        const waitMs = Math.ceil((1000 * (end - passed)) / bytesPerSecond)
        await clock.wait(Math.min(waitMs, lookEveryMs), signal)
      }
    },
  }
}
