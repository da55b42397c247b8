/** A clock that nobody sets: for ages and intervals of seconds. A box without a battery starts with a wrong date, and its clock jumps when it finds a time server. */
export function monotonicMs(): number {
  return performance.now()
}

/** The time of day of its start, running on whatever is done to the clock. wallOf, steadyOf: of a time to be kept over a restart. */
export type SteadyClock = ReturnType<typeof steadyClock>
export function steadyClock(now: () => number, elapsed = monotonicMs) {
  const start = now() - elapsed()
  const steady = () => Math.round(start + elapsed())
  return {
    now: steady,
    wallOf: (at: number): number => Math.round(at - steady() + now()),
    steadyOf: (at: number): number => at - now() + steady(),
  }
}
