/** Drafts, and which pictures a thread or a draft holds; one that neither holds goes after a day. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drafts')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('draft_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('board_id', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('drafts_key', ['user_id', 'draft_id'])
    .execute()
  await db.schema.createIndex('drafts_latest').on('drafts').columns(['user_id', 'saved_at']).execute()
  await db.schema
    .createTable('post_pictures')
    .addColumn('picture_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('thread_id', 'bigint', (column) => column.notNull())
    .addColumn('draft_id', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('post_pictures_thread').on('post_pictures').column('thread_id').execute()
  await db.schema.createIndex('post_pictures_draft').on('post_pictures').columns(['user_id', 'draft_id']).execute()
  await db.schema.createIndex('pictures_made').on('pictures').columns(['purpose', 'created_at']).execute()
}
