/** What the members of a box's household searched for in its library, for the hot words. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('film_searches')
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('query_key', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('times', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('film_searches_key', ['devsn', 'user_id', 'query_key'])
    .execute()
  await db.schema.createIndex('film_searches_user').on('film_searches').column('user_id').execute()
  await db.schema.createIndex('film_searches_at').on('film_searches').column('at').execute()
}
