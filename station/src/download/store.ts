/** The box's table of downloads: the one memory of what is to be done; the engine only does it. */
import { TaskStatus } from '@homeport/contract/download.ts'
import type { Db } from '../kit/db.ts'
import type { TaskRow } from '../kit/tables.ts'

export type { TaskRow }
export type TaskStore = ReturnType<typeof taskStore>

export function taskStore(db: Db) {
  return {
    byId: (task_id: string): Promise<TaskRow | undefined> =>
      db.selectFrom('task').selectAll().where('task_id', '=', task_id).executeTakeFirst(),
    byKey: (key: string): Promise<TaskRow | undefined> =>
      db.selectFrom('task').selectAll().where('key', '=', key).executeTakeFirst(),
    byAct: (actId: string): Promise<TaskRow | undefined> =>
      db.selectFrom('task').selectAll().where('act_id', '=', actId).executeTakeFirst(),
    /** Of the tasks that should run, those with the engine; then those that are next, oldest first. */
    async running({ inHand, more }: { inHand: readonly string[]; more: number }): Promise<TaskRow[]> {
      const all = db.selectFrom('task').selectAll().where('status', '=', TaskStatus.run).orderBy('seq')
      const held = inHand.length > 0 ? await all.where('task_id', 'in', inHand).execute() : []
      if (more <= 0) return held
      const next = inHand.length > 0 ? all.where('task_id', 'not in', inHand) : all
      return [...held, ...(await next.limit(more).execute())]
    },
    /** Newest first. */
    list: (limit: number, offset: number): Promise<TaskRow[]> =>
      db.selectFrom('task').selectAll().orderBy('seq', 'desc').limit(limit).offset(offset).execute(),
    async count(): Promise<number> {
      return (
        (
          await db
            .selectFrom('task')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirst()
        )?.n ?? 0
      )
    },
    async countUnfinished(): Promise<number> {
      const query = db
        .selectFrom('task')
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
    async change(task_id: string, change: Partial<TaskRow>): Promise<void> {
      await db.updateTable('task').set(change).where('task_id', '=', task_id).execute()
    },
  }
}
