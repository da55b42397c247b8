/** Polls a condition on real programs, with a timeout and a description in the error. */
export async function until(what: string, condition: () => Promise<boolean> | boolean, boundMs = 30_000): Promise<void> {
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
