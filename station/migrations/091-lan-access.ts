/** What apps may open the direct socket with. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const lanAccess: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('lan_access')
      .addColumn('access_id', 'text', (col) => col.primaryKey())
      .addColumn('realm', 'text', (col) => col.notNull())
      .addColumn('user_id', 'text', (col) => col.notNull())
      .addColumn('session', 'text', (col) => col.notNull())
      .addColumn('origin', 'text', (col) => col.notNull())
      .addColumn('created_at', 'integer', (col) => col.notNull())
      .execute()
  },
}
