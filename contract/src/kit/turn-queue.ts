/** Work that comes in bulk is done in short turns of the event loop, in its order: what else waits is not held up (P43). */

const maxTurnMs = 10

/** A task that throws ends its turn; the others follow in the next one. restMs: between full turns, so that not all of the processor is theirs. */
export function createTurnQueue({ restMs = 0 }: { restMs?: number } = {}): (task: () => void) => void {
  const tasks: (() => void)[] = []
  let isScheduled = false

  function schedule(isFull: boolean): void {
    if (isScheduled || tasks.length === 0) return
    isScheduled = true
    if (isFull && restMs > 0) setTimeout(turn, restMs)
    else setImmediate(turn)
  }

  function turn(): void {
    isScheduled = false
    const end = performance.now() + maxTurnMs
    let count = 0
    try {
      do {
        count += 1
        tasks[count - 1]?.()
      } while (count < tasks.length && performance.now() < end)
    } finally {
      tasks.splice(0, count)
      schedule(performance.now() >= end)
    }
  }

  return (task) => {
    tasks.push(task)
    schedule(false)
  }
}
