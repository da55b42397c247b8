/** The ends of a task: done, or failed with its reason. */
import { TaskStatus } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { Engine } from '../engine.ts'
import { fileExists, type Failure } from '../failure.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { Progress } from './progress.ts'

export type OutcomeParts = { store: TaskStore; engine: Engine; progress: Progress; now: () => number }
export type Outcome = ReturnType<typeof createOutcome>

export function createOutcome({ store, engine, progress, now }: OutcomeParts) {
  return {
    async done(row: TaskRow, more: Partial<TaskRow>): Promise<void> {
      await progress.change(row, {
        ...more,
        status: TaskStatus.done,
        code: TaskCode.added,
        reason: '',
        down_size: row.download_size,
        done_at: now(),
      })
    },

    /** error: the engine's number, 0 if it gave none. */
    async fail(row: TaskRow, { code, reason }: Failure, error = 0): Promise<void> {
      await engine.forget(row.task_id)
      const isForeign = error === fileExists && row.kind === 'magnet'
      if (isForeign) await store.setFiles(row.task_id, [])
      const untouched = isForeign ? { has_begun: 0 } : {}
      await progress.change(row, { status: TaskStatus.failed, code, reason, ...untouched })
    },
  }
}
