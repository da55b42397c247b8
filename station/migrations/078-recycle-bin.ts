/** Files of films that were deleted and lie in the recycle bin. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const recycleBin: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('movie_bin')
      .addColumn('bin_id', 'text', (col) => col.primaryKey())
      .addColumn('title', 'text', (col) => col.notNull())
      .addColumn('path', 'text', (col) => col.notNull())
      .addColumn('files', 'integer', (col) => col.notNull())
      .addColumn('size', 'integer', (col) => col.notNull())
      .addColumn('moves', 'text', (col) => col.notNull())
      .addColumn('deleted_at', 'integer', (col) => col.notNull())
      .execute()
  },
}
