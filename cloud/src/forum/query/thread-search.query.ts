/** Search for threads, and the hot searches. Hits in the title come first, then hits in the text; newest first in both. */
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { sql } from 'kysely'
import { blockedIds } from '../../shared/block.store.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { atMost, isPostgres } from '../../kit/db/prepared.ts'
import { invalid } from '../../kit/refusal.ts'
import { levelOf } from '../model/board.store.ts'
import { toFtsQuery, toTsquery, type SearchTerms } from '../../shared/search/tokenizer.ts'
import type { Asker } from '../post/viewer.ts'
import { boardWord, wordPrefix, searchTermsOf } from '../search-index/thread-index.store.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** One row per person, board and query. at: ms of the last search. */
    searches: { query_key: string; board_id: number; user_id: string; query: string; at: number }
  }
}

type Query = { q: string; board_id: number; cursor: string; limit: number }

/** spellings: the words to highlight in the results. Undefined if there is no such board. */
export async function findThreads(
  db: Db,
  asker: Asker,
  { q, board_id, cursor, limit }: Query,
): Promise<{ ids: number[]; next: string; spellings: string[] } | undefined> {
  const level = board_id === 0 ? 0 : await levelOf(db, board_id)
  if (level === undefined) return undefined
  const { terms, spellings } = await searchTermsOf(db, q, wordPrefix.threads)
  if (terms.length === 0) return { ids: [], next: '', spellings }
  const from = readCursor(cursor)
  const step = { terms, asker, level, board_id }
  const titled = from.part === 't' ? await findIn(db, { ...step, part: 't', before: from.before, most: limit + 1 }) : []
  const remaining = limit + 1 - titled.length
  const texts =
    remaining > 0 ? await findIn(db, { ...step, part: 'w', before: from.part === 'w' ? from.before : 0, most: remaining }) : []
  const matches = [...titled.map((id) => ({ part: 't', id })), ...texts.map((id) => ({ part: 'w', id }))]
  const shown = matches.slice(0, limit)
  const last = shown.at(-1)
  return { ids: shown.map(({ id }) => id), next: matches.length > limit && last ? `${last.part}${last.id}` : '', spellings }
}

export async function contentsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('threads').select(['thread_id', 'content']).where('thread_id', 'in', ids).execute()
  return new Map(rows.map(({ thread_id, content }) => [thread_id, content]))
}

export async function noteSearch(
  trx: Trx,
  { user_id, q, board_id, now }: { user_id: string; q: string; board_id: number; now: number },
): Promise<void> {
  await trx
    .insertInto('searches')
    .values({ query_key: foldLetters(q).replace(/\s+/g, ' '), board_id, user_id, query: q, at: now })
    .onConflict((on) => on.columns(['query_key', 'board_id', 'user_id']).doUpdateSet({ query: q, at: now }))
    .execute()
}

/** At least this many people must have searched for it: a query of one person stays private. */
const severalPeople = 3
const maxHotThreads = 10
/** Searches count as hot for so long; then they are deleted. */
export const hotSearchMs = 7 * 24 * 60 * 60_000

export async function hotQueries(db: Db, { board_id, since }: { board_id: number; since: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('searches')
    .select(['query_key', (of) => of.fn.max('query').as('query')])
    .$if(board_id !== 0, (query) => query.where('board_id', '=', board_id))
    .where('at', '>', since)
    .groupBy('query_key')
    .having((of) => of.fn.count('user_id').distinct(), '>=', severalPeople)
    .orderBy((of) => of.fn.count('user_id').distinct(), 'desc')
    .orderBy('query_key')
    .limit(maxHotThreads)
    .execute()
  return rows.map(({ query }) => query)
}

export async function dropSearches(db: Db, of: { user_id: string } | { before: number }): Promise<void> {
  const drop = db.deleteFrom('searches')
  await ('user_id' in of ? drop.where('user_id', '=', of.user_id) : drop.where('at', '<', of.before)).execute()
}

type SearchStep = {
  terms: SearchTerms
  asker: Asker
  level: number
  board_id: number
  part: 't' | 'w'
  before: number
  most: number
}

/** t: hits in the title; w: hits in the text only. before 0: start with the newest. */
async function findIn(db: Db, { terms, asker, level, board_id, part, before, most }: SearchStep): Promise<number[]> {
  const wall = asker.hasBlocks ? sql`and threads.author_id not in (${blockedIds(asker.user_id)})` : sql``
  if (isPostgres(db)) {
    const board = level === 0 ? sql`` : sql`and ${sql.ref(`threads.board_${level}`)} = ${board_id}`
    const query = toTsquery(terms)
    const match =
      part === 't'
        ? sql`thread_words.title @@ ${query}::tsquery`
        : sql`thread_words.whole @@ ${query}::tsquery and not thread_words.title @@ ${query}::tsquery`
    const after = before === 0 ? sql`` : sql`and thread_words.thread_id < ${before}`
    const { rows } = await sql<{ id: number }>`select thread_words.thread_id as id from thread_words
      join threads on threads.thread_id = thread_words.thread_id
      where ${match} ${after} and threads.is_listed = 1 ${board} ${wall} order by thread_words.thread_id desc ${atMost(most)}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  const ftsQuery = toFtsQuery(terms)
  // The board must come before the NOT, so that titles are searched only within the board.
  const board = level === 0 ? '' : `boards : "${boardWord(board_id)}" AND `
  const match = part === 't' ? `${board}title : (${ftsQuery})` : `(${board}whole : (${ftsQuery})) NOT title : (${ftsQuery})`
  const after = before === 0 ? sql`` : sql`and thread_words.rowid < cast(${before} as integer)`
  // SQLite keeps the order of a cross join: from the words to the threads.
  const { rows } = await sql<{ id: number }>`select thread_words.rowid as id from thread_words
    cross join threads on threads.thread_id = thread_words.rowid
    where thread_words match ${match} ${after} and threads.is_listed = 1 ${wall} order by thread_words.rowid desc ${atMost(most)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

function readCursor(cursor: string): { part: 't' | 'w'; before: number } {
  if (cursor === '') return { part: 't', before: 0 }
  const [, part, id] = /^([tw])(\d{1,15})$/.exec(cursor) ?? wrongCursor()
  return { part: part === 'w' ? 'w' : 't', before: Number(id) }
}

function wrongCursor(): never {
  throw invalid('cursor')
}
