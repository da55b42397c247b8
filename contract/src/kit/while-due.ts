/** Work that is asked for again while it runs: one run at a time, and nothing that was asked for is lost. */

/** ended: called when nothing runs any more, before those who wait go on. */
export function createWhileDue(work: () => Promise<void>, ended: () => void = () => {}) {
  let isDue = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    const faults: unknown[] = []
    while (isDue) {
      isDue = false
      await work().catch((fault: unknown) => faults.push(fault))
    }
    // In the same turn as the last look: what is asked for later begins anew.
    running = undefined
    ended()
    if (faults.length > 0) throw faults[0]
  }

  return {
    /** Resolves when nothing is due any more; rejects with the first fault of the work. */
    wake(): Promise<void> {
      isDue = true
      running ??= Promise.resolve().then(run)
      return running
    },
    /** The run in progress; undefined if there is none. */
    running: (): Promise<void> | undefined => running,
  }
}
