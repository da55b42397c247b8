/** Finishes the removals that were begun: of before a restart, and those whose engine or folder was away. */
import { unlessAway } from '../../engine/engine.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'

export type FinishRemovalsDeps = {
  store: Pick<TaskStore, 'removals'>
  removeNow: (row: TaskRow) => Promise<void>
  onFault: (fault: unknown) => void
}

/** isWhole: also those that met a fault, or what is away, since the last whole look. */
export function createFinishRemovals({ store, removeNow, onFault }: FinishRemovalsDeps) {
  const postponed = new Set<string>()
  return async (isWhole: boolean): Promise<void> => {
    if (isWhole) postponed.clear()
    for (const row of await store.removals([...postponed])) {
      postponed.add(row.task_id)
      await byItself(unlessAway(removeNow(row).then(() => void postponed.delete(row.task_id))), onFault)
    }
  }
}

/** The fault of one task holds up no other (promise 42). undefined: it met one. */
export async function byItself<T>(step: Promise<T>, onFault: (fault: unknown) => void): Promise<T | undefined> {
  try {
    return await step
  } catch (fault) {
    onFault(fault)
    return undefined
  }
}
