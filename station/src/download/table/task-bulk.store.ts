/** Changes of many tasks in one statement each. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '../../kit/db.ts'
import { tasks } from './task-queue.store.ts'
import type { TaskFileRow, TaskRow } from './task-row.ts'

const idsAtOnce = 500
/** Between two pauses. */
const rowsAtOnce = 200

export type TaskGroup = 'all' | 'running' | 'stopped' | 'failed' | 'done'
const statuses: Record<TaskGroup, readonly number[]> = {
  all: [TaskStatus.stop, TaskStatus.run, TaskStatus.done, TaskStatus.failed],
  running: [TaskStatus.run],
  stopped: [TaskStatus.stop],
  failed: [TaskStatus.failed],
  done: [TaskStatus.done],
}
export type TaskState = Pick<TaskRow, 'task_id' | 'status' | 'kind' | 'is_live' | 'next_at' | 'has_begun'>

const stateColumns = ['task_id', 'status', 'kind', 'is_live', 'next_at', 'has_begun'] as const

export function taskBulk(db: Db) {
  return {
    statesOf: (group: TaskGroup): Promise<TaskState[]> =>
      tasks(db).select(stateColumns).where('status', 'in', statuses[group]).orderBy('seq').execute(),
    async statesOfIds(ids: readonly string[]): Promise<TaskState[]> {
      const rows: TaskState[] = []
      for (const some of slices(ids))
        for (const row of await tasks(db).select(stateColumns).where('task_id', 'in', some).execute()) rows.push(row)
      return rows
    },
    /** The next task whose files are being moved, but for these. */
    nextMoving: (faulty: readonly string[]): Promise<TaskRow | undefined> =>
      tasks(db)
        .selectAll()
        .where('moving_to', '!=', '')
        .where('task_id', 'not in', faulty)
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst(),
    /** Complete ones with a file of this path, or below it. */
    doneBelow: ({ folder_id, path }: { folder_id: string; path: string }): Promise<TaskRow[]> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('folder_id', '=', folder_id)
        .where('status', '=', TaskStatus.done)
        .where('removing', 'is', null)
        .where('moving_to', '=', '')
        .where('task_id', 'in', (eb) =>
          eb
            .selectFrom('task_file')
            .select('task_id')
            .where((file) => isAtOrBelow(file, path)),
        )
        .execute(),
    /** A task and its files are at their new place. */
    relocated: (task_id: string, change: Partial<TaskRow>, files: readonly TaskFileRow[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('task').set(change).where('task_id', '=', task_id).execute()
        for (const [at, { file_index, path }] of files.entries()) {
          await tx
            .updateTable('task_file')
            .set({ path })
            .where('task_id', '=', task_id)
            .where('file_index', '=', file_index)
            .execute()
          if (at % rowsAtOnce === rowsAtOnce - 1) await nextTurn()
        }
      }),
    changeMany: (ids: readonly string[], change: Partial<TaskRow>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const some of slices(ids)) await tx.updateTable('task').set(change).where('task_id', 'in', some).execute()
      }),
    /** Tasks that have nothing but their row. */
    deleteMany: (ids: readonly string[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const some of slices(ids)) {
          await tx.deleteFrom('task').where('task_id', 'in', some).execute()
          await nextTurn()
        }
      }),
    /** Their keys can be reused at once. */
    beginRemovals: (ids: readonly string[], removing: 0 | 1): Promise<void> =>
      db.transaction().execute(async (tx) => {
        for (const some of slices(ids))
          await tx
            .updateTable('task')
            .set((eb) => ({ removing, key: eb.fn<string>('concat', [eb.val('removed:'), 'task_id']) }))
            .where('task_id', 'in', some)
            .execute()
      }),
  }
}

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / idsAtOnce) }, (_, at) => all.slice(at * idsAtOnce, (at + 1) * idsAtOnce))
}

type OfFiles = ExpressionBuilder<Tables, 'task_file'>

/** '0' comes after '/'. */
export function isAtOrBelow(eb: OfFiles, top: string) {
  const below = eb.and([eb('task_file.path', '>=', `${top}/`), eb('task_file.path', '<', `${top}0`)])
  return eb.or([eb('task_file.path', '=', top), below])
}
