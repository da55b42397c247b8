/** What the household wants to see, and what was taken for it; films are looked up by their id in the film database. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const wishes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('wish')
      .addColumn('wish_id', 'text', (c) => c.primaryKey())
      .addColumn('tmdb', 'text', (c) => c.notNull())
      .addColumn('season', 'integer', (c) => c.notNull())
      .addColumn('episode', 'integer', (c) => c.notNull())
      .addColumn('entry', 'text', (c) => c.notNull())
      .addColumn('quality_from', 'text', (c) => c.notNull())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('added_at', 'integer', (c) => c.notNull())
      .addColumn('removed_at', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('wish_taken')
      .addColumn('wish_id', 'text', (c) => c.notNull())
      .addColumn('season', 'integer', (c) => c.notNull())
      .addColumn('episode', 'integer', (c) => c.notNull())
      .addColumn('feed_id', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('task_id', 'text', (c) => c.notNull())
      .addColumn('taken_at', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('wish_taken_key', ['wish_id', 'season', 'episode'])
      .execute()
    await db.schema.createIndex('wish_taken_item').on('wish_taken').columns(['feed_id', 'item_id']).execute()
    await sql`create index movie_identity_tmdb on movie_identity (json_extract(facts, '$.ids.tmdb'))`.execute(db)
  },
}
