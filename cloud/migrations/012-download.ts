/** Download tasks as their box last reported them. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('is_done', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('task', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tasks_key', ['devsn', 'task_id'])
    .execute()
  await db.schema.createIndex('tasks_newest').on('tasks').columns(['devsn', 'created_at', 'task_id']).execute()
}
