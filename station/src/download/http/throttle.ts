/** Bandwidth limit shared by all connections that go through it. */
import { setTimeout as after } from 'node:timers/promises'

/** A waiting connection notices a new limit within this time. */
const lookEveryMs = 250

export type Throttle = ReturnType<typeof createThrottle>
/** What a connection goes through. */
export type Gate = Pick<Throttle, 'isLimited' | 'pass'>

export function together(one: Gate, other: Gate): Gate {
  return {
    isLimited: () => one.isLimited() || other.isLimited(),
    pass: async (bytes, signal) => void (await Promise.all([one.pass(bytes, signal), other.pass(bytes, signal)])),
  }
}

export function createThrottle() {
  let bytesPerSecond = 0
  /** Bytes that came so far, and those of them for which there was time, at the last look. */
  let came = 0
  let passed = 0
  let lookedAt = 0

  /** A change of the limit forgives nothing that came before. */
  function look(): void {
    const now = performance.now()
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
        await after(Math.min(waitMs, lookEveryMs), undefined, { ref: false, signal })
      }
    },
  }
}
