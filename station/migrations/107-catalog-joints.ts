/** The signs that join a name of a script without spaces do not count in the catalogue: all films are read into it again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalogJoints: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update movie_film set catalog_changed = catalog_changed + 1`.execute(db)
  },
}
