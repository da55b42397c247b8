/** Hiragana and katakana are one in the search: what stands here is indexed again while the cloud runs (app/reindex.ts); only tags and forbidden words, which are few, at once. */
import { sql, type Kysely } from 'kysely'
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const subject of ['threads', 'replies', 'films', 'episodes', 'tasks'])
    await sql`insert into reindexing (subject, position) values (${subject}, '')
      on conflict (subject) do update set position = ''`.execute(db)
  await sql`insert into people_stale (user_id) select user_id from users where username <> '' on conflict do nothing`.execute(db)

  const { rows: tags } = await sql<{ tag_key: string; tag: string }>`select tag_key, tag from tags`.execute(db)
  for (const { tag_key, tag } of tags)
    await sql`update tags set search_key = ${foldLetters(tag)} where tag_key = ${tag_key}`.execute(db)

  const { rows: words } = await sql<{ word: string }>`select word from forbidden_words`.execute(db)
  for (const { word } of words) {
    const folded = foldLetters(word)
    if (folded === word) continue
    await sql`insert into forbidden_words (word) values (${folded}) on conflict do nothing`.execute(db)
    await sql`delete from forbidden_words where word = ${word}`.execute(db)
  }
}
