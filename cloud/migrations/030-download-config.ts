/** How each box downloads, as it last said. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('download_config')
    .addColumn('devsn', 'text', (column) => column.primaryKey())
    .addColumn('config', 'text', (column) => column.notNull())
    .execute()
}
