/** For tests: a clock that is advanced manually. */
export function handClock(start = 0) {
  let at = start
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => at,
    /** How many runs wait. */
    waiting: () => timers.length,
    later: (ms: number, run: () => void) => {
      const timer = { at: at + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    pass: (ms: number) => {
      const until = at + ms
      for (;;) {
        const next = timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((one) => one !== next)
        at = next.at
        next.run()
      }
      at = until
    },
  }
}
