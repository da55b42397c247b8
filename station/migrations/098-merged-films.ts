/** Films that went into others: who marked the one keeps its marks on the other. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const mergedFilms: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('movie_merged')
      .addColumn('former_id', 'text', (col) => col.primaryKey())
      .addColumn('film_id', 'text', (col) => col.notNull())
      .execute()
    await db.schema.createIndex('movie_merged_by_film').on('movie_merged').column('film_id').execute()
  },
}
