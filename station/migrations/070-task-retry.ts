/** When a download that could not go on is tried again. next_at in ms, null if it does not wait; tried_size: the most bytes that an earlier try had. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const taskRetry: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('task')
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('task').addColumn('next_at', 'integer').execute()
    await db.schema
      .alterTable('task')
      .addColumn('tried_size', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
