/** Titles are folded as on the box: & is a word, and numbers are sorted as numbers. Films, episodes and downloads are indexed again while the cloud runs (app/reindex.ts). */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const subject of ['films', 'episodes', 'tasks'])
    await sql`insert into reindexing (subject, position) values (${subject}, '')
      on conflict (subject) do update set position = ''`.execute(db)
}
