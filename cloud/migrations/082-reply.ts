/** Replies by floor, what stood in a post before it was edited, likes and favourites. floor 0: the thread itself. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('replies')
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addColumn('floor', 'integer', (column) => column.notNull())
    .addColumn('sender_id', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('to_floor', 'integer', (column) => column.notNull())
    .addColumn('quote_floor', 'integer', (column) => column.notNull())
    .addColumn('likes', 'integer', (column) => column.notNull())
    .addColumn('is_hidden', 'integer', (column) => column.notNull())
    .addColumn('is_removed', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('edited_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('replies_key', ['thread_id', 'floor'])
    .execute()
  await db.schema.createIndex('replies_once').on('replies').columns(['author_id', 'sender_id']).unique().execute()
  await db.schema.createIndex('replies_of').on('replies').columns(['thread_id', 'author_id', 'floor']).execute()
  await db.schema.createIndex('replies_author').on('replies').columns(['author_id', 'created_at', 'thread_id', 'floor']).execute()

  await db.schema
    .createTable('post_history')
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addColumn('floor', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('post_history_of').on('post_history').columns(['thread_id', 'floor', 'at']).execute()

  await db.schema
    .createTable('likes')
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addColumn('floor', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('likes_key', ['thread_id', 'floor', 'user_id'])
    .execute()
  await db.schema.createIndex('likes_user').on('likes').columns(['user_id', 'thread_id', 'floor']).execute()

  await db.schema
    .createTable('favorites')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('favorites_key', ['user_id', 'type', 'thing_id'])
    .execute()
  await db.schema.createIndex('favorites_latest').on('favorites').columns(['user_id', 'type', 'since', 'thing_id']).execute()
  await db.schema.createIndex('favorites_thing').on('favorites').columns(['type', 'thing_id', 'user_id']).execute()
}
