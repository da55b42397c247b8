/** The one clock of the app; pure logic takes `now` and `later` as arguments. */
export function now(): number {
  return Date.now()
}

/** ms since the page was loaded, whatever is done to the clock. */
export function elapsed(): number {
  return performance.now()
}

/** Runs once after so many ms; returns a function that cancels it. */
export function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
