/** What people report, and the words that no post may hold. floor 0: the thread itself. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_reports')
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addColumn('floor', 'integer', (column) => column.notNull())
    .addColumn('by_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_reports_key', ['thread_id', 'floor', 'by_id'])
    .execute()
  await db.schema.createIndex('post_reports_by').on('post_reports').column('by_id').execute()
  await db.schema
    .createTable('forbidden_words')
    .addColumn('word', 'text', (column) => column.primaryKey())
    .execute()
}
