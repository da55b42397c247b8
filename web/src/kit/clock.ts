/** The one clock of the app; what follows rules takes `now` and `later` as arguments. */
export function now(): number {
  return Date.now()
}

/** Runs once after so many ms; returns how to take it back. */
export function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
