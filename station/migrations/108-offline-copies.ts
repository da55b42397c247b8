/** Copies of films that people take along on their phones. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const offlineCopies: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('offline_copy')
      .addColumn('copy_id', 'text', (c) => c.primaryKey())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('movie_id', 'text', (c) => c.notNull())
      .addColumn('file_id', 'text', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('is_direct', 'integer', (c) => c.notNull())
      .addColumn('added_at', 'integer', (c) => c.notNull())
      .addColumn('asked_at', 'integer', (c) => c.notNull())
      .addUniqueConstraint('offline_copy_once', ['realm', 'user_id', 'file_id', 'height'])
      .execute()
  },
}
