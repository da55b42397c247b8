/** Parts of a film in folders of their own (Titanic/CD1, Titanic/CD2) become one film: their rows go, and the scan at start adds them anew. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const filmParts: Migration = {
  async up(db: Kysely<unknown>) {
    const isInPartFolder = sql`
      path like '%/cd_/%' or path like '%/cd _/%' or path like '%/cd-_/%' or path like '%/disc _/%' or path like '%/disc_/%'
      or path like '%/disk _/%' or path like '%/disk_/%' or path like '%/dvd_/%' or path like '%/dvd _/%'`
    const films = sql`select film_id from movie_file where ${isInPartFolder}`
    await sql`update movie_film set changed = changed + 1, is_listed = 0 where film_id in (${films})`.execute(db)
    await sql`delete from movie_file where ${isInPartFolder}`.execute(db)
  },
}
