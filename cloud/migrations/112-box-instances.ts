/** The running processes of each box, by which a copy of it is found (in the first realm only). */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('link_instances')
    .addColumn('devsn', 'text', (column) => column.primaryKey())
    .addColumn('instances', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('link_instances_seen').on('link_instances').column('seen_at').execute()
}
