/** What each thread is found by, written with it in one transaction: a search is never behind. And the words that there are, for forgiving a typo. */
import { sql } from 'kysely'
import type { Db, Trx } from '../kit/db.ts'
import { isPostgres } from '../kit/db/ready.ts'
import { formsOf, isForgiven, isOneTypo, tokensOf } from './cut.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** threads: how many hold it. */
    search_words: { word: string; threads: number }
    search_forms: { form: string; word: string }
  }
}

/** SQLite takes 32,766 values in a statement. */
const atOnce = 500

type Texts = { title: string; tags: readonly string[]; content: string }

/** FTS5 takes whole numbers for its rowid, and node:sqlite hands every number on as a fraction: hence the casts. */
export async function setWords(trx: Trx, { thread_id, title, tags, content }: Texts & { thread_id: number }): Promise<void> {
  const head = tokensOf(`${title} ${tags.join(' ')}`)
  const whole = tokensOf(`${title} ${tags.join(' ')} ${content}`)
  const before = await standingWords(trx, thread_id)
  if (isPostgres(trx)) {
    await sql`insert into thread_words (thread_id, title, whole)
      values (${thread_id}, array_to_tsvector(${head}::text[]), array_to_tsvector(${whole}::text[]))
      on conflict (thread_id) do update set title = excluded.title, whole = excluded.whole`.execute(trx)
  } else {
    await sql`delete from thread_words where rowid = cast(${thread_id} as integer)`.execute(trx)
    await sql`insert into thread_words (rowid, title, whole) values (cast(${thread_id} as integer), ${head.join(' ')}, ${whole.join(' ')})`.execute(
      trx,
    )
  }
  await countWords(trx, before, whole)
}

export async function dropWords(trx: Trx, threadId: number): Promise<void> {
  const before = await standingWords(trx, threadId)
  if (isPostgres(trx)) await sql`delete from thread_words where thread_id = ${threadId}`.execute(trx)
  else await sql`delete from thread_words where rowid = cast(${threadId} as integer)`.execute(trx)
  await countWords(trx, before, [])
}

/** Words that begin so; where there are none, those with one letter of difference. [] for neither. */
export async function spellingsOf(db: Db, word: string): Promise<string[]> {
  if (!isForgiven(word)) return [word]
  const begins = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', word)
    .where('word', '<', `${word}\u{10ffff}`)
    .limit(1)
    .executeTakeFirst()
  if (begins) return [word]
  const near = await db
    .selectFrom('search_forms')
    .innerJoin('search_words', 'search_words.word', 'search_forms.word')
    .select(['search_words.word', 'search_words.threads'])
    .where('search_forms.form', 'in', formsOf(word))
    .distinct()
    .orderBy('search_words.threads', 'desc')
    .limit(50)
    .execute()
  const found = near.map((row) => row.word).filter((other) => isOneTypo(word, other))
  return found.length > 0 ? found.slice(0, 5) : [word]
}

async function standingWords(trx: Trx, threadId: number): Promise<string[]> {
  if (isPostgres(trx)) {
    const { rows } = await sql<{ words: string[] }>`select tsvector_to_array(whole) as words from thread_words
      where thread_id = ${threadId}`.execute(trx)
    return rows[0]?.words ?? []
  }
  const { rows } = await sql<{
    whole: string
  }>`select whole from thread_words where rowid = cast(${threadId} as integer)`.execute(trx)
  return rows[0]?.whole.split(' ') ?? []
}

async function countWords(trx: Trx, before: readonly string[], after: readonly string[]): Promise<void> {
  const [had, has] = [new Set(before), new Set(after)]
  const come = after.filter((word) => isForgiven(word) && !had.has(word)).sort()
  const gone = before.filter((word) => isForgiven(word) && !has.has(word)).sort()
  if (come.length + gone.length === 0) return
  // One at a time: who changes many words in two orders would wait for each other.
  await trx
    .insertInto('forum_ids')
    .values({ name: 'words', last: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ last: row.ref('forum_ids.last') })))
    .execute()
  for (const some of slices(come)) {
    const counted = await trx
      .insertInto('search_words')
      .values(some.map((word) => ({ word, threads: 1 })))
      .onConflict((on) => on.column('word').doUpdateSet((row) => ({ threads: row('search_words.threads', '+', 1) })))
      .returning(['word', 'threads'])
      .execute()
    const fresh = counted
      .filter(({ threads }) => threads === 1)
      .flatMap(({ word }) => formsOf(word).map((form) => ({ form, word })))
    for (const forms of slices(fresh))
      await trx
        .insertInto('search_forms')
        .values([...forms])
        .onConflict((on) => on.doNothing())
        .execute()
  }
  for (const some of slices(gone)) {
    const counted = await trx
      .updateTable('search_words')
      .set((row) => ({ threads: row('threads', '-', 1) }))
      .where('word', 'in', some)
      .returning(['word', 'threads'])
      .execute()
    const ended = counted.filter(({ threads }) => threads <= 0).map(({ word }) => word)
    if (ended.length === 0) continue
    await trx.deleteFrom('search_words').where('word', 'in', ended).execute()
    await trx.deleteFrom('search_forms').where('word', 'in', ended).execute()
  }
}

function slices<T>(all: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += atOnce) parts.push(all.slice(at, at + atOnce))
  return parts
}
