/** Work that nobody waits for: its faults are logged, and a stop waits until all of it is done. */
import type { Log } from './log.ts'

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>

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
    /** Resolves when nothing runs any more. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
