/** What people tell the operator; the bytes of its pictures lie among the uploads. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feedback')
    .addColumn('feedback_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('pictures', 'integer', (column) => column.notNull())
    .addColumn('is_whole', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('done_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('feedback_user').on('feedback').column('user_id').execute()
  await db.schema.createIndex('feedback_open').on('feedback').columns(['done_at', 'created_at']).execute()
}
