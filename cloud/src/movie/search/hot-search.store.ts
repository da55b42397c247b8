/** The searches of a box's household in its library, and the hot ones among them. */
import { foldText } from '@homeport/contract/shape/list-keys/fold-text.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** at: ms, of the last time. */
    film_searches: { devsn: string; user_id: string; query_key: string; query: string; times: number; at: number }
  }
}

/** Searches count as hot for so long; then they are deleted. */
export const hotSearchMs = 30 * 24 * 60 * 60_000
export const maxHotSearches = 10
/** The searches kept for one user on one box; the oldest ones go first. */
export const maxSearches = 100
/** A search that only one person made is shown to nobody else, and to that person only after so many times. */
const ownTimes = 3
const severalPeople = 2

export type Searched = { devsn: string; user_id: string; q: string }

export async function noteSearch(trx: Trx, { devsn, user_id, q }: Searched, now: number): Promise<void> {
  const query_key = foldText(q)
  if (query_key === '') return
  await trx
    .insertInto('film_searches')
    .values({ devsn, user_id, query_key, query: q, times: 1, at: now })
    .onConflict((on) =>
      on
        .columns(['devsn', 'user_id', 'query_key'])
        .doUpdateSet((row) => ({ query: q, times: row('film_searches.times', '+', 1), at: now })),
    )
    .execute()
  await trx
    .deleteFrom('film_searches')
    .where('devsn', '=', devsn)
    .where('user_id', '=', user_id)
    .where('query_key', 'not in', (of) =>
      of
        .selectFrom('film_searches')
        .select('query_key')
        .where('devsn', '=', devsn)
        .where('user_id', '=', user_id)
        .orderBy('at', 'desc')
        .orderBy('query_key')
        .limit(maxSearches),
    )
    .execute()
}

/** As this user may see them, the most frequent first: what several people searched for, and what they searched for themselves again and again. */
export async function hotQueries(
  db: Db,
  { devsn, user_id, since }: { devsn: string; user_id: string; since: number },
): Promise<string[]> {
  const own = sql<number>`coalesce(sum(case when user_id = ${user_id} then times else 0 end), 0)`
  const rows = await db
    .selectFrom('film_searches')
    .select(['query_key', (of) => of.fn.max('query').as('query')])
    .where('devsn', '=', devsn)
    .where('at', '>', since)
    .groupBy('query_key')
    .having((of) => of.or([of(of.fn.count('user_id'), '>=', severalPeople), of(own, '>=', ownTimes)]))
    .orderBy((of) => of.fn.sum('times'), 'desc')
    .orderBy('query_key')
    .limit(maxHotSearches)
    .execute()
  return rows.map(({ query }) => query)
}

export async function dropSearches(db: Db, of: { devsn: string; user_id: string } | { before: number }): Promise<void> {
  const drop = db.deleteFrom('film_searches')
  await (
    'before' in of ? drop.where('at', '<', of.before) : drop.where('devsn', '=', of.devsn).where('user_id', '=', of.user_id)
  ).execute()
}

/** For the data export, latest first. */
export async function searchesBy(db: Db, userId: string): Promise<{ devsn: string; query: string; times: number; at: number }[]> {
  return db
    .selectFrom('film_searches')
    .select(['devsn', 'query', 'times', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .execute()
}
