/** Work for a task that its reconcile does not wait for: begun once, and its result is taken once. */
import type { TaskRow } from '../../table/store.ts'

export type BackgroundDeps<T> = {
  work: (row: TaskRow) => Promise<T>
  /** Called when the result of a task is there. */
  onReady: (task_id: string) => void
  onFault: (fault: unknown) => void
}
export type Background<T> = ReturnType<typeof createBackground<T>>

export function createBackground<T>({ work, onReady, onFault }: BackgroundDeps<T>) {
  const results = new Map<string, { result?: T }>()

  function begin(row: TaskRow): void {
    if (results.has(row.task_id)) return
    const current: { result?: T } = {}
    results.set(row.task_id, current)
    work(row).then(
      (result) => {
        // Forgotten meanwhile.
        if (results.get(row.task_id) !== current) return
        current.result = result
        onReady(row.task_id)
      },
      (error: unknown) => {
        results.delete(row.task_id)
        onFault(error)
      },
    )
  }

  return {
    begin,
    has: (task_id: string): boolean => results.has(task_id),
    forget: (task_id: string): void => void results.delete(task_id),
    /** undefined while it is worked on; begins it where that was not done. */
    take(row: TaskRow): T | undefined {
      begin(row)
      const result = results.get(row.task_id)?.result
      if (result !== undefined) results.delete(row.task_id)
      return result
    },
  }
}
