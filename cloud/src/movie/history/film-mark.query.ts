/** A user's marks, for their boxes: favourites among the films of all boxes; of one box, films and episodes that they watched to the end, and films and series that they took out of what they go on with. */
import type { FilmMarkKind, FilmPoint } from '@homeport/contract/movie/watch-history.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'

type Of = { devsn: string; user_id: string }
export type FilmMark = { id: string; at: number }

/** Latest first. */
export async function filmMarksOf(db: Db, { devsn, user_id }: Of, kind: FilmMarkKind): Promise<FilmMark[]> {
  if (kind === 'favorite')
    return favoritesOf(db, user_id).select(['thing_id as id', 'since as at']).orderBy('since', 'desc').execute()
  if (kind === 'aside') return asideOf(db, { devsn, user_id })
  return watchedOf(db, { devsn, user_id }).select(['movie_id as id', 'watched_at as at']).orderBy('watched_at', 'desc').execute()
}

/** Where the user stopped in films of the box, latest first; those that were watched, marked or cleared with point 0. */
export async function filmPointsOf(db: Db, of: Of): Promise<FilmPoint[]> {
  const rows = await positionsOf(db, of).select(['movie_id', 'position_ms', 'watched_at']).orderBy('watched_at', 'desc').execute()
  return rows.map(({ movie_id, position_ms, watched_at }) => ({ id: movie_id, point_ms: position_ms, at: watched_at }))
}

/** Changes with every change of `filmMarksOf`, of all kinds, and of `filmPointsOf`. */
export async function filmMarkState(db: Db, of: Of): Promise<string> {
  const [favorites, watched, points, aside] = await Promise.all([
    favoritesOf(db, of.user_id)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('since')])
      .executeTakeFirst(),
    watchedOf(db, of)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('watched_at')])
      .executeTakeFirst(),
    positionsOf(db, of)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('watched_at')])
      .executeTakeFirst(),
    positionsOf(db, of)
      .where('aside_at', '>', 0)
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('aside_at')])
      .executeTakeFirst(),
  ])
  return [favorites, watched, points, aside].map((one) => `${one?.n ?? 0} ${one?.sum ?? 0}`).join(' ')
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

/** Each series once, for all its episodes. */
async function asideOf(db: Db, { devsn, user_id }: Of): Promise<FilmMark[]> {
  const rows = await db
    .selectFrom('film_position')
    .leftJoin('film_episodes', (on) =>
      on
        .onRef('film_episodes.devsn', '=', 'film_position.devsn')
        .onRef('film_episodes.episode_id', '=', 'film_position.movie_id'),
    )
    .where('film_position.user_id', '=', user_id)
    .where('film_position.devsn', '=', devsn)
    .where('aside_at', '>', 0)
    .select((row) => [row.fn.coalesce('series_id', 'movie_id').as('id'), 'aside_at as at'])
    .orderBy('aside_at')
    .execute()
  return [...new Map(rows.map((one) => [one.id, one])).values()]
}

/** A remainder of each time, so that the sum of a hundred thousand is a safe number. */
function timeSum(column: 'watched_at' | 'since' | 'aside_at') {
  return sql<number | string | null>`sum(${sql.ref(column)} % 1000000007)`.as('sum')
}
