/**
 * How late a word of the station is, without a common clock: each bears the station's own time, and the quickest of the last minute is the measure.
 * A minute, because two clocks drift apart (promise 26).
 */
const windowMs = 60_000

export function createLateness(now: () => number) {
  let seen: { at: number; ahead: number }[] = []

  return {
    /** at: the station's time in a word that just came. */
    note(at: number): void {
      const ahead = now() - at
      seen = [...seen.filter((one) => now() - one.at < windowMs && one.ahead < ahead), { at: now(), ahead }]
    },
    /** ms that a word took longer than the quickest one. */
    of(at: number): number {
      const least = seen[0]
      return least ? now() - at - least.ahead : 0
    },
  }
}
