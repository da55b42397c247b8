/** Screens that were let in, and where each film was left on one of them. Times in ms, flags 0/1. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const screen: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('screen')
      .addColumn('screen_id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('session_hash', 'text', (c) => c.notNull().unique())
      .addColumn('is_own', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'integer', (c) => c.notNull())
      .addColumn('seen_at', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('film_point')
      .addColumn('movie_id', 'text', (c) => c.primaryKey())
      .addColumn('point_ms', 'integer', (c) => c.notNull())
      .addColumn('left_at', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('film_point_by_time').on('film_point').column('left_at').execute()
  },
}
