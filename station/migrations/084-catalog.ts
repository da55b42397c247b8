/** What the TV page lists, sorts and searches films by, and the films that were watched to their end on this box. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('movie_film')
      .addColumn('catalog_changed', 'integer', (col) => col.notNull().defaultTo(1))
      .execute()
    await sql`create index movie_film_catalog on movie_film (catalog_changed) where catalog_changed > 0`.execute(db)
    await db.schema
      .createTable('movie_catalog')
      .addColumn('film_id', 'text', (col) => col.primaryKey().references('movie_film.film_id').onDelete('cascade'))
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('added_at', 'integer', (col) => col.notNull())
      .addColumn('year', 'integer')
      .addColumn('rating', 'real')
      .addColumn('duration_ms', 'integer')
      .addColumn('sort_title', 'text', (col) => col.notNull())
      .addColumn('title_key', 'text', (col) => col.notNull())
      .addColumn('initials', 'text', (col) => col.notNull())
      .execute()
    for (const column of ['added_at', 'year', 'rating', 'duration_ms', 'sort_title', 'title_key', 'initials'])
      await db.schema.createIndex(`movie_catalog_${column}`).on('movie_catalog').columns([column, 'film_id']).execute()
    await db.schema.createIndex('movie_catalog_kind').on('movie_catalog').columns(['kind', 'added_at', 'film_id']).execute()
    // The words that each is found by, under the rowid of its film.
    await sql`create virtual table movie_catalog_words using fts5 (words, prefix = '1 2 3', detail = none, tokenize = 'unicode61 remove_diacritics 0')`.execute(
      db,
    )
    await sql`create trigger movie_catalog_deleted after delete on movie_catalog
      begin delete from movie_catalog_words where rowid = old.rowid; end`.execute(db)
    await db.schema
      .createTable('movie_catalog_value')
      .addColumn('film_id', 'text', (col) => col.notNull().references('movie_film.film_id').onDelete('cascade'))
      .addColumn('field', 'text', (col) => col.notNull())
      .addColumn('value', 'text', (col) => col.notNull())
      .addColumn('added_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('movie_catalog_value_key', ['film_id', 'field', 'value'])
      .execute()
    await db.schema
      .createIndex('movie_catalog_value_newest')
      .on('movie_catalog_value')
      .columns(['field', 'value', 'added_at', 'film_id'])
      .execute()
    await db.schema
      .createTable('film_watched')
      .addColumn('movie_id', 'text', (col) => col.primaryKey())
      .addColumn('watched_at', 'integer', (col) => col.notNull())
      .execute()
    await db.schema.createIndex('film_watched_by_time').on('film_watched').column('watched_at').execute()
  },
}
