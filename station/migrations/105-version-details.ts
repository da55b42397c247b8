/** The files of films say their edition, source and languages, and a series has the quality of its best episode: all films are reported and read into the catalogue again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const versionDetails: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update movie_film set changed = changed + 1, catalog_changed = catalog_changed + 1`.execute(db)
  },
}
