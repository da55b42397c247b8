/** Bullet comments of the guides (sender_key: what the sender made, so that one sent twice stands once), how fast each person sends them, and what people report of them. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bullets')
    .addColumn('bullet_id', 'text', (column) => column.primaryKey())
    .addColumn('video_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('time_ms', 'integer', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sender_key', 'text', (column) => column.notNull())
    .addColumn('is_hidden', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bullet_senders')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('hour_at', 'bigint', (column) => column.notNull())
    .addColumn('in_hour', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bullet_reports')
    .addColumn('bullet_id', 'text', (column) => column.notNull())
    .addColumn('by_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bullet_reports_key', ['bullet_id', 'by_id'])
    .execute()
  await db.schema.createIndex('bullet_reports_by').on('bullet_reports').column('by_id').execute()
  await db.schema.createIndex('bullets_video').on('bullets').columns(['video_id', 'created_at']).execute()
  await db.schema.createIndex('bullets_sender').on('bullets').columns(['user_id', 'sender_key']).unique().execute()
}
