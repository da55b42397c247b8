/** Boards of the forum with their own counts, what the forum keeps of a person (counts, role, ban), and the last id it gave. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('boards')
    .addColumn('board_id', 'integer', (column) => column.primaryKey())
    .addColumn('parent_id', 'integer', (column) => column.notNull())
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('is_closed', 'integer', (column) => column.notNull())
    .addColumn('threads', 'integer', (column) => column.notNull())
    .addColumn('posts', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('forum_people')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('posts', 'integer', (column) => column.notNull())
    .addColumn('favorites', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('banned_until', 'bigint', (column) => column.notNull())
    .addColumn('ban_reason', 'text', (column) => column.notNull())
    .addColumn('is_gone', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('forum_ids')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute()
}
