/** How far the cloud has what each user did on the screens of a box. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('box_changes')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('taken', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('box_changes_key', ['user_id', 'devsn'])
    .execute()
}
