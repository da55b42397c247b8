/** The box's task table: the source of truth for what the engine must do. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskStatus } from '@homeport/contract/download.ts'
import type { Db } from '../kit/db.ts'
import type { TaskFileRow, TaskRow } from '../kit/tables.ts'

export type { TaskFileRow, TaskRow }
export type TaskKind = TaskRow['kind']
export type TaskStore = ReturnType<typeof taskStore>

/** Rows per insert: the parameters of a database statement are limited. */
const filesAtOnce = 500
const idsAtOnce = 500
const dueAtOnce = 100

export function taskStore(db: Db) {
  return {
    ...taskQueue(db),
    ...taskRemovals(db),
    byId: (task_id: string): Promise<TaskRow | undefined> =>
      tasks(db).selectAll().where('task_id', '=', task_id).executeTakeFirst(),
    async byIds(ids: readonly string[]): Promise<TaskRow[]> {
      const rows: TaskRow[] = []
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const some = ids.slice(at, at + idsAtOnce)
        rows.push(...(await tasks(db).selectAll().where('task_id', 'in', some).execute()))
      }
      return rows
    },
    byKey: (key: string): Promise<TaskRow | undefined> => tasks(db).selectAll().where('key', '=', key).executeTakeFirst(),
    byAct: (actId: string): Promise<TaskRow | undefined> => tasks(db).selectAll().where('act_id', '=', actId).executeTakeFirst(),
    /** Newest first. */
    list: (limit: number, offset: number): Promise<TaskRow[]> =>
      tasks(db).selectAll().orderBy('seq', 'desc').limit(limit).offset(offset).execute(),
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
          .select((eb) => eb.fn.max('seq').as('seq'))
          .executeTakeFirst()
        const whole = { ...row, seq: (top?.seq ?? 0) + 1 }
        await tx.insertInto('task').values(whole).execute()
        return whole
      })
    },
    /** Tasks that failed or were refused for lack of space and whose size is known: they are retried once there is space. */
    wantRoom: (code: number): Promise<TaskRow[]> =>
      tasks(db)
        .selectAll()
        .where('status', 'in', [TaskStatus.failed, TaskStatus.stop])
        .where('code', '=', code)
        .where('download_size', '>', 0)
        .orderBy('seq')
        .limit(10)
        .execute(),
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
    ownersOf: (path: string): Promise<{ task_id: string; status: number; is_selected: number; removing: number | null }[]> =>
      db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select(['task.task_id', 'task.status', 'task.removing', 'task_file.is_selected'])
        .where('task_file.path', '=', path)
        .execute(),
    /** Paths of other tasks' chosen files: this one, and those in the folder of this name. */
    async claimedBelow(top: string, task_id: string): Promise<Set<string>> {
      const rows = await db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select('task_file.path')
        .where('task.task_id', '!=', task_id)
        .where('task_file.is_selected', '=', 1)
        .where((eb) => eb.or([eb('task.removing', 'is', null), eb('task.removing', '=', 1)]))
        // '0' comes after '/'.
        .where((eb) =>
          eb.or([
            eb('task_file.path', '=', top),
            eb.and([eb('task_file.path', '>=', `${top}/`), eb('task_file.path', '<', `${top}0`)]),
          ]),
        )
        .execute()
      return new Set(rows.map(({ path }) => path))
    },
    async change(task_id: string, change: Partial<TaskRow>): Promise<void> {
      await db.updateTable('task').set(change).where('task_id', '=', task_id).execute()
    },
  }
}

/** Tasks that are being removed are excluded. */
const tasks = (db: Db) => db.selectFrom('task').where('removing', 'is', null)
const toRun = (db: Db) => tasks(db).where('status', '=', TaskStatus.run).where('next_at', 'is', null)

/** Which tasks the engine should have, and which wait. */
function taskQueue(db: Db) {
  return {
    /** Of the tasks that should run: those in the engine, then the next ones, oldest first. onlyLinks: while aria2 is away. */
    async running({
      handedToEngine,
      more,
      onlyLinks,
    }: {
      handedToEngine: readonly string[]
      more: number
      onlyLinks: boolean
    }): Promise<TaskRow[]> {
      const ordered = toRun(db).selectAll().orderBy('seq')
      const all = onlyLinks ? ordered.where('kind', '=', 'http') : ordered
      const held = handedToEngine.length > 0 ? await all.where('task_id', 'in', handedToEngine).execute() : []
      if (more <= 0) return held
      const next = handedToEngine.length > 0 ? all.where('task_id', 'not in', handedToEngine) : all
      return [...held, ...(await next.limit(more).execute())]
    },
    /** Whose time has come to be tried again. */
    retriesDue: (now: number): Promise<TaskRow[]> =>
      tasks(db)
        .selectAll()
        .where('status', '=', TaskStatus.run)
        .where('next_at', '<=', now)
        .orderBy('seq')
        .limit(dueAtOnce)
        .execute(),
    /** All that wait for a place in the engine or have one, oldest first. */
    async queued(): Promise<string[]> {
      return (await toRun(db).select('task_id').orderBy('seq').execute()).map((row) => row.task_id)
    },
    /** From 1, without those that are in the engine. */
    async placeOf({ seq }: TaskRow, handedToEngine: readonly string[]): Promise<number> {
      const before = toRun(db).where('seq', '<', seq)
      const query = handedToEngine.length > 0 ? before.where('task_id', 'not in', handedToEngine) : before
      return 1 + ((await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst())?.n ?? 0)
    },
    /** Those that wait for one of these reasons are due now. */
    async endWaits(now: number, reasons: readonly string[]): Promise<void> {
      await db
        .updateTable('task')
        .set({ next_at: now, tries: 0 })
        .where('status', '=', TaskStatus.run)
        .where('next_at', '>', now)
        .where('reason', 'in', reasons)
        .execute()
    },
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
    removals: (): Promise<TaskRow[]> => db.selectFrom('task').selectAll().where('removing', 'is not', null).execute(),
    async endRemoval(task_id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('task_file').where('task_id', '=', task_id).execute()
        await tx.deleteFrom('task').where('task_id', '=', task_id).execute()
      })
    },
  }
}
