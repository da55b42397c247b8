/** Where each person stopped in films on the screens of this box, and what people did on it that the cloud does not have yet. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const viewerPoints: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('viewer_point')
      .addColumn('realm', 'text', (col) => col.notNull())
      .addColumn('user_id', 'text', (col) => col.notNull())
      .addColumn('movie_id', 'text', (col) => col.notNull())
      .addColumn('point_ms', 'integer', (col) => col.notNull())
      .addColumn('left_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('viewer_point_key', ['realm', 'user_id', 'movie_id'])
      .execute()
    await db.schema.createIndex('viewer_point_by_time').on('viewer_point').columns(['realm', 'user_id', 'left_at']).execute()
    await db.schema.createIndex('viewer_point_by_film').on('viewer_point').columns(['movie_id', 'left_at']).execute()
    await db.schema
      .createTable('viewer_change')
      .addColumn('change_id', 'integer', (col) => col.primaryKey().autoIncrement())
      .addColumn('realm', 'text', (col) => col.notNull())
      .addColumn('user_id', 'text', (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('movie_id', 'text', (col) => col.notNull())
      .addColumn('value', 'text', (col) => col.notNull())
      .addUniqueConstraint('viewer_change_once', ['realm', 'user_id', 'kind', 'movie_id'])
      .execute()
    // The cloud tells everything anew, with the points that it has.
    await sql`delete from viewer_state`.execute(db)
  },
}
