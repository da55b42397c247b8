/** How far each user has watched each film of a box. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('film_position')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('devsn', 'text', (column) => column.notNull())
    .addColumn('movie_id', 'text', (column) => column.notNull())
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_watched', 'integer', (column) => column.notNull())
    .addColumn('watched_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('film_position_key', ['user_id', 'devsn', 'movie_id'])
    .execute()
  await db.schema
    .createIndex('film_position_latest')
    .on('film_position')
    .columns(['user_id', 'devsn', 'watched_at', 'movie_id'])
    .execute()
}
