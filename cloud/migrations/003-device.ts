/** Boxes that are bound in this realm, and by whom. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('devid', 'text', (column) => column.primaryKey())
    .addColumn('devsn', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('bindings')
    .addColumn('devid', 'text', (column) => column.notNull().references('devices.devid').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('bound_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bindings_key', ['devid', 'user_id'])
    .execute()
  await db.schema.createIndex('bindings_user').on('bindings').column('user_id').execute()
}
