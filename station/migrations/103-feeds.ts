/** Feeds, the items that they brought, and which film or episode was taken of them. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const feeds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('feed')
      .addColumn('feed_id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('is_on', 'integer', (c) => c.notNull())
      .addColumn('rule', 'text', (c) => c.notNull())
      .addColumn('etag', 'text', (c) => c.notNull())
      .addColumn('modified', 'text', (c) => c.notNull())
      .addColumn('fault', 'text', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('failing_since', 'integer', (c) => c.notNull())
      .addColumn('checked_at', 'integer', (c) => c.notNull())
      .addColumn('next_at', 'integer', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('feed_item')
      .addColumn('feed_id', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('link', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('imdb_id', 'text', (c) => c.notNull())
      .addColumn('tmdb_id', 'text', (c) => c.notNull())
      .addColumn('published_at', 'integer', (c) => c.notNull())
      .addColumn('seen_at', 'integer', (c) => c.notNull())
      .addColumn('is_present', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('fault', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('next_at', 'integer', (c) => c.notNull())
      .addColumn('taken_at', 'integer', (c) => c.notNull())
      .addColumn('identity', 'text', (c) => c.notNull())
      .addColumn('task_id', 'text', (c) => c.notNull())
      .addColumn('replaces', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('feed_item_key', ['feed_id', 'item_id'])
      .execute()
    await db.schema.createIndex('feed_item_state').on('feed_item').columns(['state', 'next_at']).execute()
    await db.schema
      .createTable('feed_taken')
      .addColumn('identity', 'text', (c) => c.primaryKey())
      .addColumn('worth', 'integer', (c) => c.notNull())
      .addColumn('feed_id', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('task_id', 'text', (c) => c.notNull())
      .addColumn('taken_at', 'integer', (c) => c.notNull())
      .execute()
  },
}
