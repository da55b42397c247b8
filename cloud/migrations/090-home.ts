/** An operator's banners for the home page. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('banners')
    .addColumn('banner_id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('picture_id', 'text', (column) => column.notNull())
    .addColumn('scene', 'text', (column) => column.notNull())
    .addColumn('leads_to', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
