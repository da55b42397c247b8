/** Films of boxes from their last reports, with each user's watch state, in one realm. */
import { BoxFilm, FilmFile, type Film, type filmOrders, type filmSorts } from '@homeport/contract/movie.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Trx } from '../kit/db.ts'
import type { MirrorChange } from '../link/mirror/mirror-consumer.ts'
import { sortColumnNames, sortColumns, type SortColumns } from './sort-columns.ts'

declare module '../kit/db.ts' {
  interface Tables {
    films: FilmRow
    film_total: { devsn: string; total: number }
  }
}

type FilmRow = SortColumns & {
  devsn: string
  film_id: string
  /** s. */
  added_at: number
  /** A blob id or ''. */
  poster: string
  /** BoxFilm as JSON. */
  film: string
  /** FilmFile[] as JSON. */
  files: string
}

type Reported = BoxFilm & { files: FilmFile[] }
export type Sort = (typeof filmSorts)[number]
export type Order = (typeof filmOrders)[number]
export type FilmQuery = { devsn: string; user_id: string; page: number; limit: number; sort: Sort; order: Order }
type Slice = { limit: number; offset: number }
type Side = 'unwatched' | 'watched' | 'both'
type Of = Pick<FilmQuery, 'devsn' | 'user_id'>

async function totalOf(db: Db, devsn: string): Promise<number> {
  return (await db.selectFrom('film_total').select('total').where('devsn', '=', devsn).executeTakeFirst())?.total ?? 0
}

/** One page, and the total. */
export async function filmsOf(db: Db, query: FilmQuery): Promise<{ data: Film[]; total: number }> {
  const total = await totalOf(db, query.devsn)
  return { data: await pageOf(db, query, total), total }
}

async function pageOf(db: Db, { devsn, user_id, page, limit, sort, order }: FilmQuery, total: number): Promise<Film[]> {
  const offset = (page - 1) * limit
  if (sort !== 'overall') return sideOf(db, { devsn, user_id }, { side: 'both', sort, order, limit, offset })
  // Unwatched first (in reverse: last); each side is read from the index by time added.
  const sides: Side[] = order === 'desc' ? ['unwatched', 'watched'] : ['watched', 'unwatched']
  const watched = await countWatched(db, { devsn, user_id })
  if (watched === 0) return sideOf(db, { devsn, user_id }, { side: 'both', sort: 'added', order, limit, offset })
  const firstTotal = order === 'desc' ? total - watched : watched
  const first =
    offset < firstTotal
      ? await sideOf(db, { devsn, user_id }, { side: sides[0] ?? 'both', sort: 'added', order, limit, offset })
      : []
  if (first.length === limit) return first
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - firstTotal) }
  return [...first, ...(await sideOf(db, { devsn, user_id }, { side: sides[1] ?? 'both', sort: 'added', order, ...rest }))]
}

async function sideOf(
  db: Db,
  { devsn, user_id }: Of,
  { side, sort, order, limit, offset }: { side: Side; sort: Exclude<Sort, 'overall'>; order: Order } & Slice,
): Promise<Film[]> {
  const by = sort === 'added' ? 'added_at' : (`${sort}_${order === 'asc' ? 'up' : 'down'}` as const)
  // Cut the page before joining the watch state: a film that this user never started has no such row.
  const page = watchedOrNot(db, { devsn, user_id }, side)
    .select(['films.film_id', 'films.film', `films.${by} as at`])
    .orderBy(`films.${by}`, order)
    .orderBy('films.film_id', order)
    .limit(limit)
    .offset(offset)
    .as('one')
  const rows = await db
    .selectFrom(page)
    .leftJoin('film_position', (on) =>
      on
        .onRef('film_position.movie_id', '=', 'one.film_id')
        .on('film_position.devsn', '=', devsn)
        .on('film_position.user_id', '=', user_id),
    )
    .select(['one.film', 'film_position.position_ms', 'film_position.is_watched'])
    .select(isFavorite(user_id, 'one.film_id'))
    .orderBy('one.at', order)
    .orderBy('one.film_id', order)
    .execute()
  return rows.map(filmOf)
}

function watchedOrNot(db: Db, { devsn, user_id }: Of, side: Side) {
  const films = db.selectFrom('films').where('films.devsn', '=', devsn)
  if (side === 'both') return films
  return films.where((eb) => {
    const seen = eb.exists(
      eb
        .selectFrom('film_position')
        .select('film_position.movie_id')
        .where('film_position.user_id', '=', user_id)
        .where('film_position.devsn', '=', devsn)
        .where('film_position.is_watched', '=', 1)
        .whereRef('film_position.movie_id', '=', 'films.film_id'),
    )
    return side === 'watched' ? seen : eb.not(seen)
  })
}

/** Only films that still exist. */
async function countWatched(db: Db, { devsn, user_id }: Of): Promise<number> {
  const row = await db
    .selectFrom('film_position')
    .innerJoin('films', (on) =>
      on.onRef('films.devsn', '=', 'film_position.devsn').onRef('films.film_id', '=', 'film_position.movie_id'),
    )
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('film_position.user_id', '=', user_id)
    .where('film_position.devsn', '=', devsn)
    .where('film_position.is_watched', '=', 1)
    .executeTakeFirst()
  return row?.n ?? 0
}

export async function filmById(
  db: Db,
  { devsn, user_id, id }: Of & { id: string },
): Promise<(Film & { files: FilmFile[] }) | undefined> {
  const row = await db
    .selectFrom('films')
    .leftJoin('film_position', (on) =>
      on
        .onRef('film_position.movie_id', '=', 'films.film_id')
        .onRef('film_position.devsn', '=', 'films.devsn')
        .on('film_position.user_id', '=', user_id),
    )
    .select(['films.film', 'films.files', 'film_position.position_ms', 'film_position.is_watched'])
    .select(isFavorite(user_id, 'films.film_id'))
    .where('films.devsn', '=', devsn)
    .where('films.film_id', '=', id)
    .executeTakeFirst()
  return row && { ...filmOf(row), files: z.array(FilmFile).parse(JSON.parse(row.files)) }
}

/** Watched films, latest first, without films that are gone. */
export async function historyOf(
  db: Db,
  { devsn, user_id, limit, offset }: Of & Slice,
): Promise<{ data: (Film & { watched_at: number })[]; total: number }> {
  const watched = db
    .selectFrom('film_position')
    .innerJoin('films', (on) =>
      on.onRef('films.devsn', '=', 'film_position.devsn').onRef('films.film_id', '=', 'film_position.movie_id'),
    )
    .where('film_position.user_id', '=', user_id)
    .where('film_position.devsn', '=', devsn)
  const rows = await watched
    .select(['films.film', 'film_position.position_ms', 'film_position.is_watched', 'film_position.watched_at'])
    .select(isFavorite(user_id, 'films.film_id'))
    .orderBy('film_position.watched_at', 'desc')
    .orderBy('film_position.movie_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await watched.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirst()
  return {
    data: rows.map((row) => ({ ...filmOf(row), watched_at: Math.floor(row.watched_at / 1000) })),
    total: count?.n ?? 0,
  }
}

/** Saves a whole mirror chunk. */
export async function saveFilms(trx: Trx, devsn: string, rows: readonly MirrorChange<Reported>[]): Promise<void> {
  const last = new Map(rows.map(({ key, value }) => [key, value]))
  const gone = [...last].filter(([, film]) => film === null).map(([id]) => id)
  const dropped = await dropFilms(trx, devsn, gone)
  const reported = [...last].flatMap(([id, film]) => (film === null ? [] : [columnsOf(devsn, id, film)]))
  const existing = await positionsOf(
    trx,
    devsn,
    reported.map(({ film_id }) => film_id),
  )
  // Most changes keep a film's sort position: then no index is touched.
  const isStaying = (row: FilmRow) => existing.get(row.film_id) === positionOf(row)
  const [staying, moving] = [reported.filter(isStaying), reported.filter((row) => !isStaying(row))]
  if (staying.length > 0)
    await trx
      .insertInto('films')
      .values(staying)
      .onConflict((on) =>
        on
          .columns(['devsn', 'film_id'])
          .doUpdateSet((eb) => ({ film: eb.ref('excluded.film'), files: eb.ref('excluded.files') })),
      )
      .execute()
  if (moving.length > 0)
    await trx
      .insertInto('films')
      .values(moving)
      .onConflict((on) =>
        on.columns(['devsn', 'film_id']).doUpdateSet((eb) => ({
          ...Object.fromEntries(positionColumns.map((name) => [name, eb.ref(`excluded.${name}`)])),
          film: eb.ref('excluded.film'),
          files: eb.ref('excluded.files'),
        })),
      )
      .execute()
  await addToTotal(trx, devsn, reported.filter(({ film_id }) => !existing.has(film_id)).length - dropped)
}

async function dropFilms(trx: Trx, devsn: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const [{ numDeletedRows } = { numDeletedRows: 0n }] = await trx
    .deleteFrom('films')
    .where('devsn', '=', devsn)
    .where('film_id', 'in', ids)
    .execute()
  return Number(numDeletedRows)
}

async function addToTotal(trx: Trx, devsn: string, more: number): Promise<void> {
  if (more === 0) return
  await trx
    .insertInto('film_total')
    .values({ devsn, total: more })
    .onConflict((on) => on.column('devsn').doUpdateSet((row) => ({ total: row('film_total.total', '+', more) })))
    .execute()
}

/** What decides where a film stands in a sorted list, and whether its poster must be kept. */
const positionColumns = ['added_at', 'poster', ...sortColumnNames] as const
const positionOf = (row: Pick<FilmRow, (typeof positionColumns)[number]>) => positionColumns.map((name) => row[name]).join(' ')

async function positionsOf(trx: Trx, devsn: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('films')
    .select(['film_id', ...positionColumns])
    .where('devsn', '=', devsn)
    .where('film_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.film_id, positionOf(row)]))
}

export async function forgetFilms(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('films').where('devsn', '=', devsn).execute()
  await trx.deleteFrom('film_total').where('devsn', '=', devsn).execute()
}

function columnsOf(devsn: string, film_id: string, { files, ...film }: Reported): FilmRow {
  return {
    devsn,
    film_id,
    added_at: film.added_at,
    ...sortColumns(film),
    poster: film.poster,
    film: JSON.stringify({ ...film, id: film_id }),
    files: JSON.stringify(files),
  }
}

/** The user's favourites from /spacecp/favorite. */
function isFavorite(userId: string, film: 'one.film_id' | 'films.film_id') {
  return sql<number>`coalesce((select 1 from favorites where favorites.user_id = ${userId} and favorites.type = 'movie'
    and favorites.thing_id = ${sql.ref(film)}), 0)`.as('is_favorite')
}

function filmOf(row: { film: string; position_ms: number | null; is_watched: number | null; is_favorite: number }): Film {
  return {
    ...BoxFilm.parse(JSON.parse(row.film)),
    is_favorite: row.is_favorite === 1,
    is_watched: row.is_watched === 1,
    position_ms: row.position_ms,
  }
}
