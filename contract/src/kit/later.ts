/** Runs something after a time, unless it is cancelled. Injected, so that tests set the clock. */
export type Later = (ms: number, run: () => void) => () => void

export function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
