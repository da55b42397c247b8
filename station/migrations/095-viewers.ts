/** What the people of the household marked in the app, for the TV page: favourites and watched films; and sleep timers, kept over a restart of the box. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const viewers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('viewer_film')
      .addColumn('realm', 'text', (col) => col.notNull())
      .addColumn('user_id', 'text', (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('movie_id', 'text', (col) => col.notNull())
      .addColumn('marked_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('viewer_film_key', ['realm', 'user_id', 'kind', 'movie_id'])
      .execute()
    await db.schema
      .createIndex('viewer_film_by_time')
      .on('viewer_film')
      .columns(['realm', 'user_id', 'kind', 'marked_at'])
      .execute()
    await db.schema
      .createTable('viewer_state')
      .addColumn('realm', 'text', (col) => col.notNull())
      .addColumn('user_id', 'text', (col) => col.notNull())
      .addColumn('state', 'text', (col) => col.notNull())
      .addPrimaryKeyConstraint('viewer_state_key', ['realm', 'user_id'])
      .execute()
    await db.schema
      .createTable('sleep_timer')
      .addColumn('screen_id', 'text', (col) => col.primaryKey())
      .addColumn('until_ms', 'integer', (col) => col.notNull())
      .execute()
  },
}
