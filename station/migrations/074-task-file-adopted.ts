/** Whether a file of a torrent was on the disk before its task: removing the task without its files leaves it, also when it is not whole. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const taskFileAdopted: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('task_file')
      .addColumn('is_adopted', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
