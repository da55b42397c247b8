/** Who follows and who blocks whom; how many each has of either, kept by row. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follows')
    .addColumn('by_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('follows_key', ['by_id', 'user_id'])
    .execute()
  await db.schema.createIndex('follows_fans').on('follows').columns(['user_id', 'since', 'by_id']).execute()
  await db.schema.createIndex('follows_latest').on('follows').columns(['by_id', 'since', 'user_id']).execute()
  await db.schema
    .createTable('blocks')
    .addColumn('by_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blocks_key', ['by_id', 'user_id'])
    .execute()
  await db.schema.createIndex('blocks_other').on('blocks').columns(['user_id', 'by_id']).execute()
  await db.schema
    .createTable('person_counts')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('fans', 'integer', (column) => column.notNull())
    .addColumn('follows', 'integer', (column) => column.notNull())
    .addColumn('is_gone', 'integer', (column) => column.notNull())
    .execute()
}
