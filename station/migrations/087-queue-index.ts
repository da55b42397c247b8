/** The queue is read in its order without sorting: higher priorities first. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const queueIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('task_queue').execute()
    const columns = ['status', 'priority desc', 'queue_order', 'seq']
    await db.schema.createIndex('task_queue').on('task').columns(columns).execute()
  },
}
