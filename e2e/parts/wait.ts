/** How long stories wait for whatever they wait for: a story measures no time, and a slow machine is no failure. */
export const patienceMs = 120_000

/** Polls a condition on real programs; the error tells what was waited for, and why it failed last. A soak has a longer bound of its own. */
export async function until(what: string, condition: () => Promise<boolean> | boolean, boundMs = patienceMs): Promise<void> {
  const end = performance.now() + boundMs
  let last: unknown
  while (performance.now() < end) {
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Waited ${boundMs} ms in vain: ${what}${last instanceof Error ? ` (${last.message})` : ''}`)
}
