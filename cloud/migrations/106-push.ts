/** Web push: the cloud's keys (in the first realm only), a subscription per session, and what waits to be sent to it. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('quiet_from', 'integer')
    .addColumn('quiet_to', 'integer')
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('push_subscriptions_user').on('push_subscriptions').column('user_id').execute()
  await db.schema
    .createTable('push_queue')
    .addColumn('token_hash', 'text', (column) => column.notNull().references('push_subscriptions.token_hash').onDelete('cascade'))
    .addColumn('notice_key', 'text', (column) => column.notNull())
    .addColumn('notice', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_queue_key', ['token_hash', 'notice_key'])
    .execute()
  await db.schema.createIndex('push_queue_due').on('push_queue').column('due_at').execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('noticed', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
