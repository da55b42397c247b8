/** What a box last said of itself and of its disks. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('device_info')
    .addColumn('devsn', 'text', (column) => column.primaryKey())
    .addColumn('info', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('device_storage')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('device_storage_key', ['devsn', 'path'])
    .execute()
}
