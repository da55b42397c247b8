/** Words joined by a sign are found as one word too (Spider-Man by spiderman): all films are read into the catalogue again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalogJoinedWords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update movie_film set catalog_changed = catalog_changed + 1`.execute(db)
  },
}
