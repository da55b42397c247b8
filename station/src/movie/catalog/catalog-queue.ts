/** Keeps the catalogue up to date in the background: some films at a time, so that nothing else waits. */

const gatherMs = 200
const pauseMs = 5

export type CatalogQueueDeps = {
  updateSome: () => Promise<boolean>
  /** The catalogue changed. */
  onChange: () => void
  onFault: (fault: unknown) => void
}

export function createCatalogQueue({ updateSome, onChange, onFault }: CatalogQueueDeps) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAgain = false
  const stopping = new AbortController()

  function wake(): void {
    if (stopping.signal.aborted) return
    if (running) isAgain = true
    else timer ??= setTimeout(start, gatherMs)
  }

  function start(): void {
    timer = undefined
    isAgain = false
    running = run()
      .catch(onFault)
      .finally(() => {
        running = undefined
        if (isAgain) wake()
      })
  }

  async function run(): Promise<void> {
    let hasChanged = false
    while (!stopping.signal.aborted && (await updateSome())) {
      hasChanged = true
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    if (hasChanged) onChange()
  }

  return {
    wake,
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
