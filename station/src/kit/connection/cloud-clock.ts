/**
 * The box's estimate of the cloud's clock. A message with the cloud's time gives a lower bound of the current time there; the fastest message of the last
 * minute is the reference, so that a delayed message is recognized (promise 26: a key lives 300 ms).
 */
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'

const windowMs = 60_000
/** Upper bound of the drift between two clocks. */
const driftShare = 1e-4

export type CloudClock = ReturnType<typeof createCloudClock>

export function createCloudClock(now: () => number) {
  /** Least delay first: each later entry takes over when those before it are too old. */
  let samples: { at: number; ahead: number }[] = []

  return {
    /** cloudMs: the cloud's clock in the message that was just received. */
    note(cloudMs: number): void {
      const one = { at: now(), ahead: cloudMs - now() }
      if ((samples[0]?.ahead ?? one.ahead) - one.ahead > clockSetMs) samples = []
      const young = samples.filter(({ at }) => one.at - at < windowMs)
      // After a long silence the last reference still holds, minus the possible drift.
      if (young.length === 0)
        for (const { at, ahead } of samples) one.ahead = Math.max(one.ahead, ahead - (one.at - at) * driftShare)
      samples = [...young.filter(({ ahead }) => ahead > one.ahead), one]
    },
    /** On a new connection: earlier values may be of another cloud. */
    forget(): void {
      samples = []
    },
    /** ms. */
    now: (): number => now() + (samples[0]?.ahead ?? 0),
  }
}
