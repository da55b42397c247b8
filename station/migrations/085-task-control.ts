/** What people rule downloads by: order, priority, category, folder, limits of their own; what each needs for its kind of link. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const numbers = ['priority', 'down_limit', 'up_limit', 'up_size', 'checking', 'is_live']
const texts = ['category', 'folder_id', 'folder_path', 'given_name', 'login', 'first_files', 'moving_to']

export const taskControl: Migration = {
  async up(db: Kysely<unknown>) {
    const table = db.schema.alterTable('task')
    await table.addColumn('queue_order', 'real', (col) => col.notNull().defaultTo(0)).execute()
    for (const name of numbers) await table.addColumn(name, 'integer', (col) => col.notNull().defaultTo(0)).execute()
    for (const name of texts) await table.addColumn(name, 'text', (col) => col.notNull().defaultTo('')).execute()
    for (const name of ['trackers_added', 'trackers_removed'])
      await table.addColumn(name, 'text', (col) => col.notNull().defaultTo('[]')).execute()
    await table.addColumn('seed_ratio', 'real').execute()
    for (const name of ['seed_minutes', 'moved_at']) await table.addColumn(name, 'integer').execute()
    await sql`update task set queue_order = seq`.execute(db)
    await db.schema.createIndex('task_queue').on('task').columns(['status', 'priority', 'queue_order']).execute()
  },
}
