/** The few tasks whose files are begun are found without reading the thousands that wait. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const begunIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('task_begun').on('task').columns(['status', 'has_begun']).execute()
  },
}
