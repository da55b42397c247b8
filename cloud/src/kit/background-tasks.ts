/** Background tasks: their errors are logged, and stopping waits until all are done. */
import type { Log } from './log.ts'

export function createBackgroundTasks(log: Pick<Log, 'error'>) {
  const running = new Set<Promise<void>>()
  return {
    run(job: Promise<unknown>, words: string): void {
      const done: Promise<void> = job
        .then(() => undefined)
        .catch((error: unknown) => log.error({ err: error }, words))
        .finally(() => running.delete(done))
      running.add(done)
    },
    /** Resolves when no task is running. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
