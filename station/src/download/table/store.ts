/** The box's task table: the source of truth for what the engine must do. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskStatus, taskLimit } from '@homeport/contract/download/download.ts'
import type { Db } from '../../kit/db.ts'
import { isAtOrBelow, taskBulk } from './task-bulk.store.ts'
import { taskQueue, tasks } from './task-queue.store.ts'
import { taskSpace } from './task-space.store.ts'
import type { TaskFileRow, TaskRow } from './task-row.ts'

export type { TaskFileRow, TaskRow }
/** path: relative to the download folder. */
export type FolderFile = { folder_id: string; path: string }
export type TaskStore = ReturnType<typeof taskStore>

/** Rows per insert: the parameters of a database statement are limited. */
const filesAtOnce = 500
const idsAtOnce = 500
/** The most rows that one look reads. */
const removalsAtOnce = 100

export function taskStore(db: Db) {
  return {
    ...taskQueue(db),
    ...taskBulk(db),
    ...taskRemovals(db),
    ...taskLookups(db),
    ...taskSpace(db),
    byId: (task_id: string): Promise<TaskRow | undefined> =>
      tasks(db).selectAll().where('task_id', '=', task_id).executeTakeFirst(),
    /** Rows of older versions have no folder: theirs is the one that was the only one. */
    async nameFirstFolder(folder_id: string): Promise<void> {
      await db.updateTable('task').set({ folder_id }).where('folder_id', '=', '').execute()
    },
    byKey: (key: string): Promise<TaskRow | undefined> => tasks(db).selectAll().where('key', '=', key).executeTakeFirst(),
    /** url: as shown, without user and password. */
    byUrl: (url: string): Promise<TaskRow | undefined> =>
      tasks(db).selectAll().where('url', '=', url).orderBy('seq', 'desc').executeTakeFirst(),
    byAct: (actId: string): Promise<TaskRow | undefined> => tasks(db).selectAll().where('act_id', '=', actId).executeTakeFirst(),
    /** Newest first. */
    async ids(): Promise<string[]> {
      return (await tasks(db).select('task_id').orderBy('seq', 'desc').execute()).map(({ task_id }) => task_id)
    },
    /** Newest first. */
    list: (limit: number, offset: number): Promise<TaskRow[]> =>
      tasks(db).selectAll().orderBy('seq', 'desc').limit(limit).offset(offset).execute(),
    /** is_done undefined, category '': any. */
    matching: ({ is_done, category }: { is_done?: boolean | undefined; category: string }): Promise<TaskRow[]> =>
      tasks(db)
        .selectAll()
        .$if(is_done !== undefined, (query) => query.where('status', is_done ? '=' : '!=', TaskStatus.done))
        .$if(category !== '', (query) => query.where('category', '=', category))
        .orderBy('seq', 'desc')
        .limit(taskLimit)
        .execute(),
    async count(): Promise<number> {
      return (
        (
          await tasks(db)
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirst()
        )?.n ?? 0
      )
    },
    async countUnfinished(): Promise<number> {
      const query = tasks(db)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('status', '!=', TaskStatus.done)
      return (await query.executeTakeFirst())?.n ?? 0
    },
    async add(row: Omit<TaskRow, 'seq'>): Promise<TaskRow> {
      return db.transaction().execute(async (tx) => {
        const top = await tx
          .selectFrom('task')
          .select((eb) => [eb.fn.max('seq').as('seq'), eb.fn.max('queue_order').as('last')])
          .executeTakeFirst()
        const seq = (top?.seq ?? 0) + 1
        const whole = { ...row, seq, queue_order: Math.max(seq, Math.floor(top?.last ?? 0) + 1) }
        await tx.insertInto('task').values(whole).execute()
        return whole
      })
    },
    files: (task_id: string): Promise<TaskFileRow[]> =>
      db.selectFrom('task_file').selectAll().where('task_id', '=', task_id).orderBy('file_index').execute(),
    async setFiles(task_id: string, files: Omit<TaskFileRow, 'task_id'>[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('task_file').where('task_id', '=', task_id).execute()
        for (let at = 0; at < files.length; at += filesAtOnce) {
          const rows = files.slice(at, at + filesAtOnce).map((file) => ({ task_id, ...file }))
          await tx.insertInto('task_file').values(rows).execute()
          // The database answers without a pause: others would wait for all of a long list.
          await nextTurn()
        }
      })
    },
    /** Every task that has a file of this path, including those being removed. */
    ownersOf: ({
      folder_id,
      path,
    }: FolderFile): Promise<{ task_id: string; status: number; is_selected: number; removing: number | null }[]> =>
      db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select(['task.task_id', 'task.status', 'task.removing', 'task_file.is_selected'])
        .where('task_file.path', '=', path)
        .where('task.folder_id', '=', folder_id)
        .execute(),
    /** Paths of other tasks' chosen files: this one, and those in the folder of this name. */
    async claimedBelow(top: string, { task_id, folder_id }: Pick<TaskRow, 'task_id' | 'folder_id'>): Promise<Set<string>> {
      const rows = await db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select('task_file.path')
        .where('task.task_id', '!=', task_id)
        .where('task.folder_id', '=', folder_id)
        .where('task_file.is_selected', '=', 1)
        .where((eb) => eb.or([eb('task.removing', 'is', null), eb('task.removing', '=', 1)]))
        .where((eb) => isAtOrBelow(eb, top))
        .execute()
      return new Set(rows.map(({ path }) => path))
    },
    async change(task_id: string, change: Partial<TaskRow>): Promise<void> {
      await db.updateTable('task').set(change).where('task_id', '=', task_id).execute()
    },
  }
}

function taskLookups(db: Db) {
  async function allOf(column: 'task_id' | 'key', values: readonly string[]): Promise<TaskRow[]> {
    const rows: TaskRow[] = []
    for (let at = 0; at < values.length; at += idsAtOnce) {
      const some = values.slice(at, at + idsAtOnce)
      for (const row of await tasks(db).selectAll().where(column, 'in', some).execute()) rows.push(row)
    }
    return rows
  }
  return {
    byIds: (ids: readonly string[]): Promise<TaskRow[]> => allOf('task_id', ids),
    byKeys: (keys: readonly string[]): Promise<TaskRow[]> => allOf('key', keys),
  }
}

function taskRemovals(db: Db) {
  return {
    /** The task's key can be reused at once. */
    async beginRemoval(task_id: string, removing: 0 | 1): Promise<void> {
      await db
        .updateTable('task')
        .set({ removing, key: `removed:${task_id}` })
        .where('task_id', '=', task_id)
        .execute()
    },
    /** One that is being removed. */
    removal: (task_id: string): Promise<TaskRow | undefined> =>
      db.selectFrom('task').selectAll().where('task_id', '=', task_id).where('removing', 'is not', null).executeTakeFirst(),
    /** Some of them. */
    removals: (postponed: readonly string[]): Promise<TaskRow[]> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('removing', 'is not', null)
        .where('task_id', 'not in', postponed)
        .limit(removalsAtOnce)
        .execute(),
    async endRemoval(task_id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('task_file').where('task_id', '=', task_id).execute()
        await tx.deleteFrom('task').where('task_id', '=', task_id).execute()
      })
    },
  }
}
