/** The signs that join a name of a script without spaces do not count in the search: what stands here is indexed again while the cloud runs (app/reindex.ts); only tags, which are few, at once. */
import { sql, type Kysely } from 'kysely'
import { foldNames } from '@homeport/contract/shape/search-words.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const subject of ['threads', 'replies', 'films', 'episodes', 'tasks'])
    await sql`insert into reindexing (subject, position) values (${subject}, '')
      on conflict (subject) do update set position = ''`.execute(db)
  await sql`insert into people_stale (user_id) select user_id from users where username <> '' on conflict do nothing`.execute(db)

  const { rows: tags } = await sql<{ tag_key: string; tag: string }>`select tag_key, tag from tags`.execute(db)
  for (const { tag_key, tag } of tags)
    await sql`update tags set search_key = ${foldNames(tag)} where tag_key = ${tag_key}`.execute(db)
}
