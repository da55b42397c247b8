/** Films of boxes from their last reports, in one realm. The fields that they are filtered, sorted and searched by are read into memory (library/). */
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import { filmKeysOf, readFilmKeys, writeFilmKeys } from '@homeport/contract/movie/film-keys.ts'
import { BoxFilm, FilmFile, type Film } from '@homeport/contract/shape/film/film.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Trx } from '../../kit/db.ts'
import { parseJsonColumn } from '../../kit/json-column.ts'
import type { MirrorChange, MirroredBox } from '../../connection/mirror/mirror-consumer.ts'
import { DetailParts, type FilmColumns, type PreparedFilm } from './prepared-film.ts'
import { savePictures } from './film-picture.store.ts'
import { addToTotal, clearTotal, nextVersion } from './library-version.store.ts'
import { writeFacts } from './facts.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    films: FilmRow
  }
}

/** version: of the box's films in which it last changed. */
export type FilmRow = FilmColumns & { devsn: string; version: number }

type Of = { devsn: string; user_id: string }
type UserColumns = { position_ms: number | null; is_watched: number | null; is_favorite: number }

/** In this order; ids that the box does not have are left out. */
export async function filmsByIds(db: Db, { devsn, user_id }: Of, ids: readonly string[]): Promise<Film[]> {
  if (ids.length === 0) return []
  const rows = await withUser(db, { devsn, user_id })
    .select(['films.film_id', 'films.film'])
    .where('films.film_id', 'in', ids)
    .execute()
  const films = new Map(rows.map((row) => [row.film_id, filmOf(row)]))
  return ids.flatMap((id) => films.get(id) ?? [])
}

/** season_titles: by number, where they have one. */
export async function filmById(
  db: Db,
  { devsn, user_id, id }: Of & { id: string },
): Promise<(FilmDetail & { season_titles: Record<string, string> }) | undefined> {
  const row = await withUser(db, { devsn, user_id })
    .select(['films.film', 'films.files', 'films.detail'])
    .where('films.film_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...filmOf(row),
      files: parseJsonColumn(z.array(FilmFile), row.files),
      ...parseJsonColumn(DetailParts, row.detail),
      season_list: [],
      next: null,
    }
  )
}

/** The box's films with this user's state in them; the user's rows exist only for films that they started. */
function withUser(db: Db, { devsn, user_id }: Of) {
  return db
    .selectFrom('films')
    .leftJoin('film_position', (on) =>
      on
        .onRef('film_position.movie_id', '=', 'films.film_id')
        .onRef('film_position.devsn', '=', 'films.devsn')
        .on('film_position.user_id', '=', user_id)
        .on('film_position.is_cleared', '=', 0),
    )
    .where('films.devsn', '=', devsn)
    .select(['film_position.position_ms', 'film_position.is_watched', isFavorite(user_id)])
}

/** Files by film. */
export async function filesOf(db: Db, devsn: string, filmIds: readonly string[]): Promise<Map<string, FilmFile[]>> {
  if (filmIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('films')
    .select(['film_id', 'files'])
    .where('devsn', '=', devsn)
    .where('film_id', 'in', [...new Set(filmIds)])
    .execute()
  return new Map(rows.map(({ film_id, files }) => [film_id, parseJsonColumn(z.array(FilmFile), files)]))
}

export async function hasFilm(db: Db, { devsn, id }: { devsn: string; id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('films')
    .select('film_id')
    .where('devsn', '=', devsn)
    .where('film_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** history: ids of the films and episodes that the user started or finished; watched: those watched to the end; favorites: among the films of all boxes. */
export type UserFilmIds = { history: string[]; watched: string[]; favorites: string[] }

export async function userFilmIds(db: Db, { devsn, user_id }: Of): Promise<UserFilmIds> {
  const [history, favorites] = await Promise.all([
    db
      .selectFrom('film_position')
      .select(['movie_id', 'is_watched'])
      .where('user_id', '=', user_id)
      .where('devsn', '=', devsn)
      .where('is_cleared', '=', 0)
      .execute(),
    db.selectFrom('favorites').select('thing_id').where('user_id', '=', user_id).where('type', '=', 'movie').execute(),
  ])
  return {
    history: history.map(({ movie_id }) => movie_id),
    watched: history.flatMap(({ movie_id, is_watched }) => (is_watched === 1 ? [movie_id] : [])),
    favorites: favorites.map(({ thing_id }) => thing_id),
  }
}

/** A remainder of each time, so that the sum of a hundred thousand is a safe number. */
function timeSum(column: 'watched_at' | 'since') {
  return sql<number | string | null>`sum(${sql.ref(column)} % 1000000007)`.as('sum')
}

/** Changes with every change of what `userFilmIds` reads: each write of a position has its own time. Both are sums over an index. */
export async function userFilmState(db: Db, { devsn, user_id }: Of): Promise<string> {
  const [watched, favorites] = await Promise.all([
    db
      .selectFrom('film_position')
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('watched_at')])
      .where('user_id', '=', user_id)
      .where('devsn', '=', devsn)
      .executeTakeFirst(),
    db
      .selectFrom('favorites')
      .select((row) => [row.fn.countAll<number>().as('n'), timeSum('since')])
      .where('user_id', '=', user_id)
      .where('type', '=', 'movie')
      .executeTakeFirst(),
  ])
  return [watched?.n, watched?.sum, favorites?.n, favorites?.sum].join(' ')
}

/** Saves a whole mirror chunk. */
export async function saveFilms(
  trx: Trx,
  { devsn }: Pick<MirroredBox, 'devsn'>,
  rows: readonly MirrorChange<PreparedFilm>[],
): Promise<void> {
  const last = new Map(rows.map(({ key, value }) => [key, value]))
  const reported = [...last.values()].filter((film) => film !== null)
  const version = await nextVersion(trx, devsn)
  const gone = [...last].filter(([, film]) => film === null).map(([id]) => id)
  const dropped = await dropFilms(trx, devsn, gone)
  const existing = await countOf(
    trx,
    devsn,
    reported.map(({ columns }) => columns.film_id),
  )
  if (reported.length > 0) {
    await trx
      .insertInto('films')
      .values(reported.map(({ columns }) => ({ ...columns, devsn, version })))
      .onConflict((on) =>
        on.columns(['devsn', 'film_id']).doUpdateSet((eb) => ({
          added_at: eb.ref('excluded.added_at'),
          film: eb.ref('excluded.film'),
          files: eb.ref('excluded.files'),
          detail: eb.ref('excluded.detail'),
          facts: eb.ref('excluded.facts'),
          keys: eb.ref('excluded.keys'),
          version: eb.ref('excluded.version'),
        })),
      )
      .execute()
  }
  await savePictures(
    trx,
    devsn,
    new Map([
      ...gone.map((id): [string, string[]] => [`film:${id}`, []]),
      ...reported.map(({ columns, pictures }): [string, string[]] => [`film:${columns.film_id}`, pictures]),
    ]),
  )
  await addToTotal(trx, devsn, { column: 'total', more: reported.length - existing - dropped })
}

async function dropFilms(trx: Trx, devsn: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await trx
    .deleteFrom('films')
    .where('devsn', '=', devsn)
    .where('film_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function countOf(trx: Trx, devsn: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { n } = await trx
    .selectFrom('films')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('devsn', '=', devsn)
    .where('film_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return n
}

export async function forgetFilms(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('films').where('devsn', '=', devsn).execute()
  await trx.deleteFrom('film_pictures').where('devsn', '=', devsn).execute()
  await clearTotal(trx, devsn, 'total')
}

/** Facts and keys that older versions did not store, or stored otherwise, are computed from the film and stored. undefined: the film is gone. */
export async function storeKeys(
  db: Db,
  row: Pick<FilmRow, 'devsn' | 'film_id'>,
): Promise<Pick<FilmRow, 'facts' | 'keys'> | undefined> {
  const stored = await db
    .selectFrom('films')
    .select(['film', 'files', 'detail', 'keys', 'version'])
    .where('devsn', '=', row.devsn)
    .where('film_id', '=', row.film_id)
    .executeTakeFirst()
  if (!stored) return undefined
  const { film, files, detail, keys, version } = stored
  const { people, ids, collection } = parseJsonColumn(DetailParts, detail)
  const boxFilm = parseJsonColumn(BoxFilm, film)
  // Aliases stand only among the old keys, folded.
  const aliases = [...(readFilmKeys(keys)?.otherTitles ?? [])]
  const reported = { ...boxFilm, files: parseJsonColumn(z.array(FilmFile), files), people, ids, aliases, collection_id: '' }
  const collection_id = collection?.id ?? ''
  const computed = { facts: writeFacts({ ...boxFilm, collection_id }), keys: writeFilmKeys(await filmKeysOf(reported)) }
  await db
    .updateTable('films')
    .set(computed)
    .where('devsn', '=', row.devsn)
    .where('film_id', '=', row.film_id)
    .where('version', '=', version)
    .execute()
  return computed
}

/** The user's favourites from /spacecp/favorite. */
function isFavorite(userId: string) {
  return sql<number>`coalesce((select 1 from favorites where favorites.user_id = ${userId} and favorites.type = 'movie'
    and favorites.thing_id = films.film_id), 0)`.as('is_favorite')
}

function filmOf(row: UserColumns & { film: string }): Film {
  return {
    ...parseJsonColumn(BoxFilm, row.film),
    is_favorite: row.is_favorite === 1,
    is_watched: row.is_watched === 1,
    position_ms: row.position_ms,
  }
}
