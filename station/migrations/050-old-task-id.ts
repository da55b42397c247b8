/** The task that an app knew a link by before the box made another of it (spec 3: old_task_id). */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const oldTaskId: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('task')
      .addColumn('old_task_id', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  },
}
