/** Passes a started task to the engine; the answer does not wait longer than it may, whatever the engine does. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { unlessAway, type Engine } from '../../engine/engine.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'
import type { ReconcileTask } from '../reconcile/reconcile-task.ts'
import type { Slots } from '../limits/slots.ts'

export type BeginDeps = {
  store: TaskStore
  engine: Engine
  slots: Slots
  progress: Progress
  oneAtATime: OneAtATime
  reconcileTask: ReconcileTask
  onFault: (fault: unknown) => void
}
export type Started = { task_id: string; old_task_id: string }
/** isNew: the engine's job of before is not to be continued. */
export type BeginHow = { withinMs: number; isNew?: boolean }
export type Begin = ReturnType<typeof createBegin>

export function createBegin({ store, engine, slots, progress, oneAtATime, reconcileTask, onFault }: BeginDeps) {
  async function passToEngine({ task_id, kind }: Pick<TaskRow, 'task_id' | 'kind'>, isNew: boolean): Promise<void> {
    if (isNew) await engine.forget(task_id, kind)
    const row = await store.byId(task_id)
    if (row?.status !== TaskStatus.run || row.next_at !== null || row.moving_to !== '' || !slots.canTake(row)) return
    slots.take(row)
    await reconcileTask(row, await engine.job(task_id, kind))
  }

  /** A failure that is known in time is the answer; a later one is status 3. */
  return async ({ task_id, kind }: TaskRow, { withinMs, isNew = false }: BeginHow): Promise<Started> => {
    const started = { task_id, old_task_id: '' }
    let isAnswered = false
    if (isNew) slots.hold(task_id)
    const begun = oneAtATime(async () => {
      try {
        if (engine.isUp(kind)) await unlessAway(passToEngine({ task_id, kind }, isNew))
      } finally {
        slots.letGo(task_id)
      }
      const row = await store.byId(task_id)
      if (row?.status !== TaskStatus.failed || isAnswered) return undefined
      // spec 4: a start that is answered with any other code leaves the task at stop; its reason is kept.
      await progress.change(row, { status: TaskStatus.stop })
      return new Refusal(row.code, { ...started, reason: row.reason })
    })
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => {
      isAnswered = true
      begun.catch(onFault)
      late.resolve(undefined)
    }, withinMs)
    const refusal = await Promise.race([begun, late.promise]).finally(() => clearTimeout(timer))
    if (refusal) throw refusal
    return started
  }
}
