/** Hiragana and katakana are one in the catalogue: all films are read into it again, in the background. */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const catalogKana: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update movie_film set catalog_changed = catalog_changed + 1`.execute(db)
  },
}
