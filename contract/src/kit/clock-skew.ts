/**
 * How late a message is, without a common clock: each has its sender's time, and the fastest of the last minute is the reference.
 * A minute, because clocks drift (promise 26).
 */
const windowMs = 60_000
/** No message is so late on a connection that lives: a clock was set. */
export const clockSetMs = 120_000

export function createLateness(now: () => number) {
  let seen: { at: number; ahead: number }[] = []

  return {
    /** at: the sender's time in a message just received, ms. */
    note(at: number): void {
      const ahead = now() - at
      const isSet = ahead - (seen[0]?.ahead ?? ahead) > clockSetMs
      const young = isSet ? [] : seen.filter((one) => now() - one.at < windowMs && one.ahead < ahead)
      seen = [...young, { at: now(), ahead }]
    },
    /** ms by which a message was slower than the fastest one. */
    of(at: number): number {
      const least = seen[0]
      return least ? now() - at - least.ahead : 0
    },
  }
}
