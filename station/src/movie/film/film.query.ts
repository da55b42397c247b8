/** Reads films with their files and with all that is known of them. */
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { batchesOf } from './chunk.ts'
import { asOneValue } from './long-list.query.ts'
import { formerIdsOf } from './merged.store.ts'
import type { EpisodeFacts } from './facts.ts'
import { identityStore, type FilmIdentity } from './identity.store.ts'
import { firstEpisode, listedEpisodes, seriesSums, type SeriesSums } from './series.query.ts'
import type { FilmFileRow, FilmRow } from './film-row.ts'

/** files in playing order; of a series none: it has the sums of its episodes. An episode has its series, and what is known of the episode itself. */
export type WholeFilm = FilmRow & {
  files: FilmFileRow[]
  identity?: FilmIdentity | undefined
  sums?: SeriesSums | undefined
  series?: (FilmRow & { identity?: FilmIdentity | undefined }) | undefined
  facts?: EpisodeFacts | undefined
  former_ids?: string[] | undefined
}

/** The next films or files that a background job reads. of: ids of films and series, undefined for all. */
export type NextFilms = { of: readonly string[] | undefined; skipped: readonly string[]; limit: number }

export function nextFilms(db: Db, { of, skipped, limit }: NextFilms) {
  return db
    .selectFrom('movie_film')
    .selectAll()
    .$if(of !== undefined, (query) =>
      query.where((eb) => eb.or([eb('film_id', 'in', [...(of ?? [])]), eb('series_id', 'in', [...(of ?? [])])])),
    )
    .$if(skipped.length > 0, (query) => query.where('film_id', 'not in', asOneValue(skipped)))
    .limit(limit)
}

export type FilmQueries = ReturnType<typeof filmQueries>

export function filmQueries(db: Db) {
  return {
    /** Listed films and series, newest first. */
    async list(limit: number, offset: number): Promise<WholeFilm[]> {
      const films = await db
        .selectFrom('movie_film')
        .selectAll()
        .where('is_listed', '=', 1)
        .where('kind', '!=', 'episode')
        .orderBy(sql`added_at / 1000`, 'desc')
        .orderBy('film_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return wholeFilms(db, films)
    },
    async film(filmId: string): Promise<WholeFilm | undefined> {
      const row = await db.selectFrom('movie_film').selectAll().where('film_id', '=', filmId).executeTakeFirst()
      return row && (await wholeFilms(db, [row]))[0]
    },
    /** Films and series that changed since they were last mirrored, and episodes; with what went into them. */
    async changed(limit: number): Promise<WholeFilm[]> {
      const films = await db.selectFrom('movie_film').selectAll().where('changed', '>', 0).limit(limit).execute()
      const former = await formerIdsOf(
        db,
        films.map(({ film_id }) => film_id),
      )
      return (await wholeFilms(db, films)).map((film) => ({ ...film, former_ids: former.get(film.film_id) }))
    },
    /** All listed episodes, in the order in which they are watched. */
    episodes: async (seriesId: string): Promise<WholeFilm[]> =>
      wholeFilms(db, await listedEpisodes(db, seriesId).selectAll().execute()),
    firstEpisode: async (seriesId: string): Promise<string | undefined> => (await firstEpisode(db, seriesId))?.film_id,
    /** A series counts once, and is unprobed as long as a file of it is. */
    async count(): Promise<{ films: number; unprobed: number }> {
      const of = (query: { n: number } | undefined) => query?.n ?? 0
      const films = await db
        .selectFrom('movie_film')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('is_listed', '=', 1)
        .where('kind', '!=', 'episode')
        .executeTakeFirst()
      const unprobed = await db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(sql<number>`count(distinct iif(series_id = '', movie_film.film_id, series_id))`.as('n'))
        .where('movie_file.state', '=', 'new')
        .executeTakeFirst()
      return { films: of(films), unprobed: of(unprobed) }
    },
  }
}

export async function wholeFilms(db: Db, films: FilmRow[]): Promise<WholeFilm[]> {
  const ids = new Set(films.map(({ series_id }) => series_id).filter((id) => id !== ''))
  const series = new Map<string, FilmRow>()
  for (const some of batchesOf([...ids]))
    for (const row of await db.selectFrom('movie_film').selectAll().where('film_id', 'in', some).execute())
      series.set(row.film_id, row)
  const store = identityStore(db)
  const identities = await store.identities([...films, ...series.values()].map(({ film_id }) => film_id))
  const sums = await seriesSums(
    db,
    films.filter(({ kind }) => kind === 'series').map(({ film_id }) => film_id),
  )
  const facts = new Map<string, Map<string, EpisodeFacts>>()
  for (const id of ids) facts.set(id, await store.episodeFacts(id))
  return (await withFiles(db, films)).map((film) => {
    const of = series.get(film.series_id)
    return {
      ...film,
      identity: identities.get(film.film_id),
      sums: sums.get(film.film_id),
      series: of && { ...of, identity: identities.get(of.film_id) },
      facts: facts.get(film.series_id)?.get(`${film.season}/${film.episode}`),
    }
  })
}

async function withFiles(db: Db, films: FilmRow[]): Promise<(FilmRow & Pick<WholeFilm, 'files'>)[]> {
  if (films.length === 0) return []
  const ids = films.map(({ film_id }) => film_id)
  const files = await db.selectFrom('movie_file').selectAll().where('film_id', 'in', ids).where('state', '!=', 'other').execute()
  const byFilm = Map.groupBy(files, ({ film_id }) => film_id)
  return films.map((film) => ({ ...film, files: (byFilm.get(film.film_id) ?? []).toSorted(inPlayingOrder) }))
}

/** Orders parts by number, versions by picture size, and by file size before they are probed. */
function inPlayingOrder(one: FilmFileRow, other: FilmFileRow): number {
  return (
    one.part - other.part ||
    (other.height ?? 0) * (other.width ?? 0) - (one.height ?? 0) * (one.width ?? 0) ||
    other.size - one.size ||
    (one.path < other.path ? -1 : 1)
  )
}
