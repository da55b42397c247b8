/** How each box downloads, as it last said. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const downloadConfig: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('download_config')
      .addColumn('devsn', 'varchar(16)', (c) => c.primaryKey())
      .addColumn('config', 'text', (c) => c.notNull())
      .execute()
  },
}
