/** Search index of threads, written in the same transaction, so that a search is always up to date. Also the dictionary of words in threads and names, for typo tolerance. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../kit/db.ts'
import { isPostgres } from '../../kit/db/prepared.ts'
import {
  parseQuery,
  deletionVariants,
  allowsTypo,
  isLikelyTypo,
  lookupTerms,
  tokenize,
  type SearchTerms,
} from '../../shared/search/tokenizer.ts'

import { toIndexToken } from '@homeport/contract/shape/search-words.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** threads: how many threads contain the word. Words of people's names have the prefix, and count people. */
    search_words: { word: string; threads: number }
    search_forms: { form: string; word: string }
  }
}

/** Prefix of a word's source: no token contains it. */
export const wordPrefix = { threads: '', people: '@' } as const
type Mark = (typeof wordPrefix)[keyof typeof wordPrefix]

/** Batch size: SQLite allows 32,766 values in a statement. */
const atOnce = 500

type Texts = { title: string; tags: readonly string[]; content: string }
type Boards = { board_1: number; board_2: number; board_3: number }

/** The token for a board in SQLite's index: no real word begins with this letter. */
export function boardWord(boardId: number): string {
  return `ʘ${boardId}`
}

/** FTS5 needs an integer rowid, and node:sqlite passes every number as a float: hence the casts. */
export async function indexThread(
  trx: Trx,
  { thread_id, title, tags, content, board_1, board_2, board_3 }: Texts & Boards & { thread_id: number },
): Promise<void> {
  const head = tokenize(`${title} ${tags.join(' ')}`)
  const whole = tokenize(`${title} ${tags.join(' ')} ${content}`)
  const before = await standingWords(trx, thread_id)
  if (isPostgres(trx)) {
    await sql`insert into thread_words (thread_id, title, whole)
      values (${thread_id}, array_to_tsvector(${head}::text[]), array_to_tsvector(${whole}::text[]))
      on conflict (thread_id) do update set title = excluded.title, whole = excluded.whole`.execute(trx)
  } else {
    await sql`delete from thread_words where rowid = cast(${thread_id} as integer)`.execute(trx)
    const boards = [board_1, board_2, board_3].map(boardWord).join(' ')
    await sql`insert into thread_words (rowid, title, whole, boards)
      values (cast(${thread_id} as integer), ${head.join(' ')}, ${whole.join(' ')}, ${boards})`.execute(trx)
  }
  await updateWordCounts(trx, wordPrefix.threads, [{ before, after: whole }])
}

export async function unindexThread(trx: Trx, threadId: number): Promise<void> {
  const before = await standingWords(trx, threadId)
  if (isPostgres(trx)) await sql`delete from thread_words where thread_id = ${threadId}`.execute(trx)
  else await sql`delete from thread_words where rowid = cast(${threadId} as integer)`.execute(trx)
  await updateWordCounts(trx, wordPrefix.threads, [{ before, after: [] }])
}

type Asking = { terms: SearchTerms; spellings: string[] }

/** The search terms of a query in the spellings that exist; these are highlighted in the results. */
export async function searchTermsOf(db: Db, q: string, mark: Mark): Promise<Asking> {
  return termsBy(q, (word) => spellingsOf(db, word, mark))
}

/** The search terms exactly as typed. */
export function exactSearchTerms(q: string): Asking {
  const terms: SearchTerms = []
  const spellings: string[] = []
  for (const queryWord of parseQuery(q)) {
    spellings.push(queryWord.text)
    for (const any of lookupTerms(queryWord)) terms.push(any)
  }
  return { terms, spellings }
}

/** Each word as typed, or as an indexed word that differs in one letter; undefined if there is no such word. */
export async function similarSearchTerms(db: Db, q: string): Promise<Asking | undefined> {
  let isNear = false
  const near = await termsBy(q, async (word) => {
    const others = await nearWords(db, word, wordPrefix.threads)
    isNear ||= others.length > 0
    return [word, ...others]
  })
  return isNear ? near : undefined
}

async function termsBy(q: string, spell: (word: string) => Promise<string[]>): Promise<Asking> {
  const terms: SearchTerms = []
  const spellings: string[] = []
  for (const queryWord of parseQuery(q)) {
    const isFixed = queryWord.dense || queryWord.parts !== undefined
    const words = isFixed ? [queryWord.text] : await spell(queryWord.text)
    for (const word of words) spellings.push(word)
    if (isFixed) for (const any of lookupTerms(queryWord)) terms.push(any)
    else terms.push(words.map((word) => ({ token: toIndexToken(word), isStart: true })))
  }
  return { terms, spellings }
}

/** The word itself if an indexed word begins with it, else words that differ in one letter; the word itself if there are none. */
async function spellingsOf(db: Db, word: string, mark: Mark): Promise<string[]> {
  if (!allowsTypo(word)) return [word]
  const begins = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', `${mark}${word}`)
    .where('word', '<', `${mark}${word}\u{10ffff}`)
    .limit(1)
    .executeTakeFirst()
  if (begins) return [word]
  const near = await nearWords(db, word, mark)
  return near.length > 0 ? near : [word]
}

const maxSpellings = 5
/** Only this many words with the same form are checked, those in most threads. */
const maxNearSpellings = 200

/** Other words that differ in one letter, those in most threads first. */
async function nearWords(db: Db, word: string, mark: Mark): Promise<string[]> {
  if (!allowsTypo(word)) return []
  const near = await db
    .selectFrom('search_forms')
    .innerJoin('search_words', 'search_words.word', 'search_forms.word')
    .select(['search_words.word', 'search_words.threads'])
    .where(
      'search_forms.form',
      'in',
      deletionVariants(word).map((form) => `${mark}${form}`),
    )
    .distinct()
    .orderBy('search_words.threads', 'desc')
    .limit(maxNearSpellings)
    .execute()
  return near
    .map((row) => row.word.slice(mark.length))
    .filter((other) => other !== word && isLikelyTypo(word, other))
    .slice(0, maxSpellings)
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

type Change = { before: readonly string[]; after: readonly string[] }

/** Updates the dictionary for several texts at once, each with its words before and after. */
export async function updateWordCounts(trx: Trx, mark: Mark, changes: readonly Change[]): Promise<void> {
  const steps = new Map<string, number>()
  for (const { before, after } of changes) {
    const [had, has] = [new Set(before), new Set(after)]
    for (const word of new Set([...before, ...after])) {
      const step = Number(has.has(word)) - Number(had.has(word))
      if (step !== 0 && allowsTypo(word)) steps.set(`${mark}${word}`, (steps.get(`${mark}${word}`) ?? 0) + step)
    }
  }
  const moved = [...steps].filter(([, step]) => step !== 0).map(([word, threads]) => ({ word, threads }))
  if (moved.length === 0) return
  await lockWords(trx)
  for (const some of slices(moved)) {
    const counted = await trx
      .insertInto('search_words')
      .values([...some])
      .onConflict((on) =>
        on.column('word').doUpdateSet((row) => ({ threads: row('search_words.threads', '+', row.ref('excluded.threads')) })),
      )
      .returning(['word', 'threads'])
      .execute()
    const ended = counted.filter(({ threads }) => threads <= 0).map(({ word }) => word)
    const added = counted.filter(({ word, threads }) => threads > 0 && threads === steps.get(word))
    const forms = added.flatMap(({ word }) =>
      deletionVariants(word.slice(mark.length)).map((form) => ({ form: `${mark}${form}`, word })),
    )
    for (const part of slices(forms))
      await trx
        .insertInto('search_forms')
        .values([...part])
        .onConflict((on) => on.doNothing())
        .execute()
    if (ended.length === 0) continue
    await trx.deleteFrom('search_words').where('word', 'in', ended).execute()
    await trx.deleteFrom('search_forms').where('word', 'in', ended).execute()
  }
}

/** Lock for the dictionary: writers that change many words in different orders would deadlock. */
export async function lockWords(trx: Trx): Promise<void> {
  await trx
    .insertInto('forum_ids')
    .values({ name: 'words', last: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ last: row.ref('forum_ids.last') })))
    .execute()
}

function slices<T>(all: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += atOnce) parts.push(all.slice(at, at + atOnce))
  return parts
}
