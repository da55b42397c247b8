/** Bandwidth limit shared by all connections that go through it. */
import { setTimeout as after } from 'node:timers/promises'

/** A waiting connection notices a new limit within this time. */
const lookEveryMs = 250

export type Throttle = ReturnType<typeof createThrottle>

export function createThrottle() {
  let bytesPerSecond = 0
  /** When the next bytes may pass, by the monotonic clock. */
  let freeAt = 0
  let changes = 0

  /** Ends early when the limit was changed since. */
  async function waitUntil(passAt: number, before: number, signal: AbortSignal): Promise<void> {
    const waitMs = passAt - performance.now()
    if (waitMs <= 0 || changes !== before) return
    await after(Math.min(waitMs, lookEveryMs), undefined, { ref: false, signal })
    await waitUntil(passAt, before, signal)
  }

  return {
    /** 0: no limit. */
    limit(next: number): void {
      if (next === bytesPerSecond) return
      bytesPerSecond = next
      freeAt = 0
      changes += 1
    },
    isLimited: (): boolean => bytesPerSecond > 0,
    /** Resolves once this many bytes may have come. */
    async pass(bytes: number, signal: AbortSignal): Promise<void> {
      if (bytesPerSecond === 0) return
      freeAt = Math.max(performance.now(), freeAt) + (1000 * bytes) / bytesPerSecond
      await waitUntil(freeAt, changes, signal)
    },
  }
}
