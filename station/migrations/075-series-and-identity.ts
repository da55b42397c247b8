/** Series with episodes, what is known of films beyond their names, its changes (to undo), answers of the film database, and files that cannot be shown. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const seriesAndIdentity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('movie_film')
      .addColumn('kind', 'text', (col) => col.notNull().defaultTo('film'))
      .execute()
    await db.schema
      .alterTable('movie_film')
      .addColumn('series_id', 'text', (col) => col.notNull().defaultTo(''))
      .execute()
    await db.schema.alterTable('movie_film').addColumn('season', 'integer').execute()
    await db.schema.alterTable('movie_film').addColumn('episode', 'integer').execute()
    await db.schema.alterTable('movie_film').addColumn('episode_end', 'integer').execute()
    await db.schema
      .alterTable('movie_film')
      .addColumn('air_date', 'text', (col) => col.notNull().defaultTo(''))
      .execute()
    await db.schema.createIndex('movie_film_by_series').on('movie_film').columns(['series_id', 'season', 'episode']).execute()
    await createTables(db)
  },
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('movie_identity')
    .addColumn('film_id', 'text', (col) => col.primaryKey())
    .addColumn('source', 'text', (col) => col.notNull())
    .addColumn('is_settled', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('facts', 'text', (col) => col.notNull().defaultTo('{}'))
    .addColumn('candidates', 'text', (col) => col.notNull().defaultTo('[]'))
    .addColumn('score', 'real', (col) => col.notNull().defaultTo(0))
    .addColumn('searched_name', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('searched_at', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('movie_episode_facts')
    .addColumn('series_id', 'text', (col) => col.notNull())
    .addColumn('season', 'integer', (col) => col.notNull())
    .addColumn('episode', 'integer', (col) => col.notNull())
    .addColumn('source', 'text', (col) => col.notNull())
    .addColumn('facts', 'text', (col) => col.notNull())
    .addPrimaryKeyConstraint('movie_episode_facts_key', ['series_id', 'season', 'episode'])
    .execute()
  await db.schema
    .createTable('movie_identity_change')
    .addColumn('change_id', 'text', (col) => col.primaryKey())
    .addColumn('film_id', 'text', (col) => col.notNull())
    .addColumn('sweep_id', 'text', (col) => col.notNull())
    .addColumn('before', 'text', (col) => col.notNull())
    .addColumn('after_hash', 'text', (col) => col.notNull())
    .addColumn('changed_at', 'integer', (col) => col.notNull())
    .execute()
  await db.schema.createIndex('movie_identity_change_by_film').on('movie_identity_change').column('film_id').execute()
  await db.schema
    .createTable('movie_art')
    .addColumn('film_id', 'text', (col) => col.notNull())
    .addColumn('picture', 'text', (col) => col.notNull())
    .addPrimaryKeyConstraint('movie_art_key', ['film_id', 'picture'])
    .execute()
  await db.schema
    .createTable('movie_database_answer')
    .addColumn('request', 'text', (col) => col.primaryKey())
    .addColumn('status', 'integer', (col) => col.notNull())
    .addColumn('body', 'blob', (col) => col.notNull())
    .addColumn('fetched_at', 'integer', (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('movie_unreadable')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('root', 'text', (col) => col.notNull())
    .addColumn('path', 'text', (col) => col.notNull())
    .addColumn('size', 'integer', (col) => col.notNull())
    .addColumn('files', 'integer', (col) => col.notNull())
    .addColumn('reason', 'text', (col) => col.notNull())
    .execute()
  await sql`create index movie_identity_unsettled on movie_identity (searched_at) where is_settled = 0`.execute(db)
}
