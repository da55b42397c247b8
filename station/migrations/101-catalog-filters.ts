/** The catalogue has what the app filters films by: all films are read into it again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalogFilters: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['region', 'quality', 'collection_id'])
      await db.schema
        .alterTable('movie_catalog')
        .addColumn(column, 'text', (col) => col.notNull().defaultTo(''))
        .execute()
    await db.schema
      .alterTable('movie_catalog')
      .addColumn('is_unidentified', 'integer', (col) => col.notNull().defaultTo(0))
      .execute()
    await sql`update movie_film set catalog_changed = catalog_changed + 1`.execute(db)
  },
}
