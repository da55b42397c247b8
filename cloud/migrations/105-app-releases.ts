/** Versions of the app that the operator announces. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('app_releases')
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('version_code', 'integer', (column) => column.notNull())
    .addColumn('version_name', 'text', (column) => column.notNull())
    .addColumn('title_cn', 'text', (column) => column.notNull())
    .addColumn('title_en', 'text', (column) => column.notNull())
    .addColumn('content_cn', 'text', (column) => column.notNull())
    .addColumn('content_en', 'text', (column) => column.notNull())
    .addColumn('is_force', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('app_releases_key', ['platform', 'version_code'])
    .execute()
}
