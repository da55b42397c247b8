/** A user's marks, for their boxes: favourites among the films of all boxes, and films and episodes of one box that they watched to the end. */
import type { FilmMarkKind, FilmPoint } from '@homeport/contract/movie/watch-history.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'

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

/** Where the user stopped in films of the box, latest first; those that were watched, marked or cleared with point 0. */
export async function filmPointsOf(db: Db, of: Of): Promise<FilmPoint[]> {
  const rows = await positionsOf(db, of).select(['movie_id', 'position_ms', 'watched_at']).orderBy('watched_at', 'desc').execute()
  return rows.map(({ movie_id, position_ms, watched_at }) => ({ id: movie_id, point_ms: position_ms, at: watched_at }))
}

/** Changes with every change of `filmMarksOf`, of both kinds, and of `filmPointsOf`. */
export async function filmMarkState(db: Db, of: Of): Promise<string> {
  const [favorites, watched, points] = await Promise.all([
    favoritesOf(db, of.user_id)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('since')])
      .executeTakeFirst(),
    watchedOf(db, of)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('watched_at')])
      .executeTakeFirst(),
    positionsOf(db, of)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('watched_at')])
      .executeTakeFirst(),
  ])
  return [favorites, watched, points].map((one) => `${one?.n ?? 0} ${one?.sum ?? 0}`).join(' ')
}

function favoritesOf(db: Db, user_id: string) {
  return db.selectFrom('favorites').where('user_id', '=', user_id).where('type', '=', 'movie')
}

function positionsOf(db: Db, { devsn, user_id }: Of) {
  return db.selectFrom('film_position').where('user_id', '=', user_id).where('devsn', '=', devsn)
}

function watchedOf(db: Db, of: Of) {
  return positionsOf(db, of).where('is_watched', '=', 1).where('is_cleared', '=', 0)
}

/** A remainder of each time, so that the sum of a hundred thousand is a safe number. */
function timeSum(column: 'watched_at' | 'since') {
  return sql<number | string | null>`sum(${sql.ref(column)} % 1000000007)`.as('sum')
}
