/** What a user marked, for their boxes: favourites among the films of all boxes, and films and episodes of one box that they watched to the end. */
import type { FilmMarkKind } from '@homeport/contract/watch-history.ts'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'

type Of = { devsn: string; user_id: string }
export type FilmMark = { id: string; at: number }

/** Latest first. */
export async function filmMarksOf(db: Db, { devsn, user_id }: Of, kind: FilmMarkKind): Promise<FilmMark[]> {
  const query =
    kind === 'favorite'
      ? favoritesOf(db, user_id).select(['thing_id as id', 'since as at']).orderBy('since', 'desc')
      : watchedOf(db, { devsn, user_id }).select(['movie_id as id', 'watched_at as at']).orderBy('watched_at', 'desc')
  return query.execute()
}

/** Changes with every change of `filmMarksOf`, of both kinds. */
export async function filmMarkState(db: Db, of: Of): Promise<string> {
  const [favorites, watched] = await Promise.all([
    favoritesOf(db, of.user_id)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('since')])
      .executeTakeFirst(),
    watchedOf(db, of)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('watched_at')])
      .executeTakeFirst(),
  ])
  return [favorites?.n ?? 0, favorites?.sum ?? 0, watched?.n ?? 0, watched?.sum ?? 0].join(' ')
}

function favoritesOf(db: Db, user_id: string) {
  return db.selectFrom('favorites').where('user_id', '=', user_id).where('type', '=', 'movie')
}

function watchedOf(db: Db, { devsn, user_id }: Of) {
  return db
    .selectFrom('film_position')
    .where('user_id', '=', user_id)
    .where('devsn', '=', devsn)
    .where('is_watched', '=', 1)
    .where('is_cleared', '=', 0)
}

/** A remainder of each time, so that the sum of a hundred thousand is a safe number. */
function timeSum(column: 'watched_at' | 'since') {
  return sql<number | string | null>`sum(${sql.ref(column)} % 1000000007)`.as('sum')
}
