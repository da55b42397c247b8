/**
 * The cloud's clock as this box knows it. Every word that bears the cloud's time says that it is at least that late there; the quickest word of the last
 * minute is the measure, so that what was held up on its way is seen to be late (promise 26: a key lives 300 ms).
 */
const windowMs = 60_000
/** No two clocks drift apart faster than this. */
const driftShare = 1e-4

export type CloudClock = ReturnType<typeof createCloudClock>

export function createCloudClock(now: () => number) {
  /** Least first: each of the later ones would take over when those before it are too old. */
  let heard: { at: number; ahead: number }[] = []

  return {
    /** cloudMs: what the cloud's clock showed when it said the word that just came. */
    note(cloudMs: number): void {
      const one = { at: now(), ahead: cloudMs - now() }
      const young = heard.filter(({ at }) => one.at - at < windowMs)
      // After a long silence the last measure still holds, but for what the clocks may have drifted.
      if (young.length === 0) one.ahead = Math.max(one.ahead, ...heard.map(({ at, ahead }) => ahead - (one.at - at) * driftShare))
      heard = [...young.filter(({ ahead }) => ahead > one.ahead), one]
    },
    /** A new line: whatever was known before may be of another cloud. */
    forget(): void {
      heard = []
    },
    /** ms. */
    now: (): number => now() + (heard[0]?.ahead ?? 0),
  }
}
