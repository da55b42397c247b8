/** The catalogue has the size of a film's files, to sort by it: all films are read into it again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalogSize: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('movie_catalog').addColumn('file_size', 'integer').execute()
    await db.schema.createIndex('movie_catalog_file_size').on('movie_catalog').columns(['file_size', 'film_id']).execute()
    await sql`update movie_film set catalog_changed = catalog_changed + 1`.execute(db)
  },
}
