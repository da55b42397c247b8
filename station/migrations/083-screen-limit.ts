/** The limit of the bit rate of each screen. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const screenLimit: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('screen_limit')
      .addColumn('screen_id', 'text', (col) => col.primaryKey())
      .addColumn('kbit', 'integer', (col) => col.notNull())
      .execute()
  },
}
