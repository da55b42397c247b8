/** Waits until something is true of real programs. Polling waits for a condition, it measures no time: one bound for all, longer than aria2 waits before it asks a peer again. */

export const patienceMs = 120_000
const pollMs = 50

/** A condition that throws is not true yet. boundMs: of a soak. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, boundMs = patienceMs): Promise<void> {
  const end = performance.now() + boundMs
  let last: unknown
  for (;;) {
    try {
      if (await isTrue()) return
      last = undefined
    } catch (error) {
      last = error
    }
    if (performance.now() > end) throw new Error(`Never came true: ${what}${messageOf(last)}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function messageOf(error: unknown): string {
  return error === undefined ? '' : ` (${error instanceof Error ? error.message : JSON.stringify(error)})`
}
