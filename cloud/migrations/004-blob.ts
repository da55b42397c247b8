/** Big things on their way between app and box. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('blob_id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('put_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blobs_key', ['blob_id', 'owner'])
    .execute()
  await db.schema.createIndex('blobs_put').on('blobs').column('put_at').execute()
}
