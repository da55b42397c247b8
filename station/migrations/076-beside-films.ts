/** What lies beside films: NFO files and pictures, as they were last seen, and what was taken from them. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const besideFilms: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('movie_film')
      .addColumn('beside_changed', 'integer', (col) => col.notNull().defaultTo(1))
      .execute()
    for (const name of ['nfo', 'art', 'backdrop', 'backdrop_art'])
      await db.schema
        .alterTable('movie_film')
        .addColumn(name, 'text', (col) => col.notNull().defaultTo(''))
        .execute()
    await db.schema.createIndex('movie_film_beside').on('movie_film').column('beside_changed').execute()
    await db.schema
      .createTable('movie_beside')
      .addColumn('path', 'text', (col) => col.primaryKey())
      .addColumn('folder', 'text', (col) => col.notNull())
      .addColumn('stem', 'text', (col) => col.notNull())
      .addColumn('root', 'text', (col) => col.notNull())
      .addColumn('size', 'integer', (col) => col.notNull())
      .addColumn('modified_at', 'integer', (col) => col.notNull())
      .execute()
    await db.schema.createIndex('movie_beside_folder').on('movie_beside').columns(['folder', 'stem']).execute()
  },
}
