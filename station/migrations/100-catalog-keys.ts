/** The catalogue has its films' keys as the cloud has them, in both languages, times in seconds, and marks of letters in its words: all films are read into it again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalogKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop trigger movie_catalog_deleted`.execute(db)
    await db.schema.dropTable('movie_catalog').ifExists().execute()
    await db.schema.dropTable('movie_catalog_words').ifExists().execute()
    await sql`delete from movie_catalog_value`.execute(db)
    await db.schema
      .createTable('movie_catalog')
      .addColumn('film_id', 'text', (col) => col.primaryKey().references('movie_film.film_id').onDelete('cascade'))
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('added_at', 'integer', (col) => col.notNull())
      .addColumn('year', 'integer')
      .addColumn('rating', 'real')
      .addColumn('duration_ms', 'integer')
      .addColumn('sort_zh', 'text', (col) => col.notNull())
      .addColumn('sort_en', 'text', (col) => col.notNull())
      .addColumn('title_zh', 'text', (col) => col.notNull())
      .addColumn('title_en', 'text', (col) => col.notNull())
      .addColumn('keys_zh', 'text', (col) => col.notNull())
      .addColumn('keys_en', 'text', (col) => col.notNull())
      .execute()
    for (const column of ['added_at', 'year', 'rating', 'duration_ms', 'sort_zh', 'sort_en', 'title_zh', 'title_en'])
      await db.schema.createIndex(`movie_catalog_${column}`).on('movie_catalog').columns([column, 'film_id']).execute()
    await db.schema.createIndex('movie_catalog_kind').on('movie_catalog').columns(['kind', 'added_at', 'film_id']).execute()
    await sql`create virtual table movie_catalog_words using fts5 (words, prefix = '1 2 3', detail = none,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'")`.execute(db)
    await sql`create trigger movie_catalog_deleted after delete on movie_catalog
      begin delete from movie_catalog_words where rowid = old.rowid; end`.execute(db)
    await sql`update movie_film set catalog_changed = catalog_changed + 1`.execute(db)
    // The list of the newest, by seconds as everywhere.
    await db.schema.dropIndex('movie_film_newest').execute()
    await sql`create index movie_film_newest on movie_film (is_listed, added_at / 1000, film_id)`.execute(db)
  },
}
