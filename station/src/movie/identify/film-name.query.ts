/** Films and series with what their names say, for identification: which are to be searched, and those that nobody knows yet. */
import { sql } from 'kysely'
import { acceptScores, sureScore } from '@homeport/contract/movie/identify.ts'
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'
import { minOf } from '@homeport/contract/kit/extremes.ts'
import type { Db } from '../../kit/db.ts'
import { rowsOfBatches } from '../film/chunk.ts'
import { asOneValue } from '../film/long-list.query.ts'
import { isNamed } from '../name/is-named.ts'
import type { FilmFileRow, FilmRow } from '../film/film-row.ts'

const searchedEveryMs = 30 * 86_400_000

export type NamedFile = Pick<FilmFileRow, 'film_id' | 'path' | 'root' | 'size' | 'part' | 'duration_ms'>
/** files: its own, or those of its episodes; the first one first. name_key: changes with the name. */
export type NamedFilm = Pick<
  FilmRow,
  'film_id' | 'kind' | 'title' | 'original_title' | 'year' | 'poster' | 'art' | 'backdrop'
> & {
  name_key: string
  files: NamedFile[]
}
export type EpisodeNumber = { season: number; episode: number }
export type UnidentifiedLevel = 'all' | 'sure' | 'check'

export function filmNameQueries(db: Db, { now }: { now: () => number }) {
  async function named(filmIds: readonly string[]): Promise<NamedFilm[]> {
    const films = await rowsOfBatches(filmIds, async (ids): Promise<NamedFilm[]> => {
      const rows = await db
        .selectFrom('movie_film')
        .select(['film_id', 'kind', 'title', 'original_title', 'year', 'poster', 'art', 'backdrop', nameKey.as('name_key')])
        .where('film_id', 'in', ids)
        .where('kind', '!=', 'episode')
        .execute()
      const files = await filesOf(db, ids)
      return rows.map((row) => ({ ...row, files: files.get(row.film_id) ?? [] }))
    })
    const order = new Map(filmIds.map((id, at) => [id, at]))
    return films.toSorted((one, other) => (order.get(one.film_id) ?? 0) - (order.get(other.film_id) ?? 0))
  }

  return {
    named,
    async namedFilm(filmId: string): Promise<NamedFilm | undefined> {
      return (await named([filmId]))[0]
    },
    /** Ids of films to ask the database about, newest first; `of`: of these only. */
    async toSearch({ of, skipped, limit }: { of: readonly string[] | undefined; skipped: readonly string[]; limit: number }) {
      const rows = await filmsToSearch(db, now())
        .select('movie_film.film_id')
        .$if(of !== undefined, (query) => query.where('movie_film.film_id', 'in', [...(of ?? [])]))
        .$if(skipped.length > 0, (query) => query.where('movie_film.film_id', 'not in', asOneValue(skipped)))
        .orderBy('movie_film.added_at', 'desc')
        .orderBy('movie_film.film_id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ film_id }) => film_id)
    },
    async countToSearch(): Promise<number> {
      const row = await filmsToSearch(db, now())
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirst()
      return row?.total ?? 0
    },
    /** Numbers of the episodes of a series that are on the box. */
    async episodesOf(seriesId: string): Promise<EpisodeNumber[]> {
      const rows = await db
        .selectFrom('movie_film')
        .select(['season', 'episode'])
        .where('series_id', '=', seriesId)
        .where('episode', 'is not', null)
        .execute()
      return rows.map(({ season, episode }) => ({ season: season ?? 1, episode: episode ?? 0 }))
    },
    /** Ids by score, the best first. */
    async unidentified({ level, limit, offset }: { level: UnidentifiedLevel; limit: number; offset: number }): Promise<string[]> {
      const rows = await unidentifiedFilms(db, level)
        .select('movie_film.film_id')
        .orderBy(sql`coalesce(known.score, 0)`, 'desc')
        .orderBy('movie_film.title')
        .orderBy('movie_film.film_id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ film_id }) => film_id)
    },
    async countUnidentified(): Promise<Record<UnidentifiedLevel, number>> {
      const row = await unidentifiedFilms(db, 'all')
        .select([
          sql<number>`count(*)`.as('total'),
          sql<number>`coalesce(sum(coalesce(known.score, 0) >= ${sureScore}), 0)`.as('sure'),
        ])
        .executeTakeFirst()
      const { total, sure } = row ?? { total: 0, sure: 0 }
      return { all: total, sure, check: total - sure }
    },
    /** How many unidentified films have a candidate of each of acceptScores. */
    async countAcceptable(): Promise<{ min_score: number; films: number }[]> {
      const rows = await unidentifiedFilms(db, 'all')
        .select('known.score')
        .where('known.score', '>=', minOf(acceptScores, sureScore))
        .where('known.candidates', '!=', '[]')
        .execute()
      return acceptScores.map((min_score) => ({ min_score, films: rows.filter(({ score }) => (score ?? 0) >= min_score).length }))
    },
    /** Unidentified films whose name does not tell which film they are. */
    async countUnnamed(): Promise<number> {
      const rows = await unidentifiedFilms(db, 'all').select(['movie_film.title', 'movie_film.year']).execute()
      return rows.filter((row) => !isNamed(row)).length
    },
    /** Ids of unidentified films whose best candidate has at least this score; ids: [] for all. */
    async acceptable(ids: readonly string[], minScore: number): Promise<string[]> {
      const rows = await unidentifiedFilms(db, 'all')
        .select('movie_film.film_id')
        .where('known.score', '>=', minScore)
        .where('known.candidates', '!=', '[]')
        .$if(ids.length > 0, (query) => query.where('movie_film.film_id', 'in', [...ids]))
        .execute()
      return rows.map(({ film_id }) => film_id)
    },
  }
}

const nameKey = sql<string>`movie_film.kind || '|' || movie_film.title || '|' || movie_film.original_title || '|' || coalesce(movie_film.year, '')
  || '|' || coalesce((select min(path) from movie_file where movie_file.film_id = movie_film.film_id), '')`
const hasId = sql<boolean>`(coalesce(json_extract(known.facts, '$.ids.tmdb'), '') <> '' or coalesce(json_extract(known.facts, '$.ids.imdb'), '') <> ''
  or coalesce(json_extract(known.facts, '$.ids.tvdb'), '') <> '')`
const isKnownSeries = sql<boolean>`json_extract(known.facts, '$.ids.tmdb') like 'tv/%'`
/** The database knows no half episodes. */
const hasNewEpisodes = sql<boolean>`exists (select 1 from movie_film as episode where episode.series_id = movie_film.film_id and episode.episode = cast(episode.episode as integer)
  and not exists (select 1 from movie_episode_facts as facts where facts.series_id = movie_film.film_id
    and facts.season = coalesce(episode.season, 1) and facts.episode = episode.episode))`

/** now in ms. */
function filmsToSearch(db: Db, now: number) {
  return db
    .selectFrom('movie_film')
    .leftJoin('movie_identity as known', 'known.film_id', 'movie_film.film_id')
    .where('movie_film.kind', '!=', 'episode')
    .where('movie_film.is_listed', '=', 1)
    .where((eb) =>
      eb.or([
        eb('known.film_id', 'is', null),
        eb.and([
          eb('known.source', '=', 'no'),
          eb('known.is_settled', '=', 0),
          eb.or([
            eb('known.searched_at', '<', now - searchedEveryMs),
            eb('known.searched_at', '>', now + clockSetMs),
            sql<boolean>`known.searched_name <> ${nameKey}`,
          ]),
        ]),
        // Named by an id only: an NFO file's, or what a person chose while the database was away.
        eb.and([eb('known.searched_at', '=', 0), eb('known.source', 'in', ['nfo', 'person']), hasId]),
        // Episodes that came later: each is looked up once, and kept empty where the database lacks it.
        eb.and([eb('known.source', '!=', 'no'), isKnownSeries, hasNewEpisodes]),
      ]),
    )
}

function unidentifiedFilms(db: Db, level: UnidentifiedLevel) {
  return db
    .selectFrom('movie_film')
    .leftJoin('movie_identity as known', 'known.film_id', 'movie_film.film_id')
    .where('movie_film.kind', '!=', 'episode')
    .where('movie_film.is_listed', '=', 1)
    .where(sql<boolean>`coalesce(known.source, 'no') = 'no' and coalesce(known.is_settled, 0) = 0`)
    .$if(level === 'sure', (query) => query.where('known.score', '>=', sureScore))
    .$if(level === 'check', (query) => query.where(sql<boolean>`coalesce(known.score, 0) < ${sureScore}`))
}

/** By film; those of episodes under their series. */
async function filesOf(db: Db, filmIds: readonly string[]): Promise<Map<string, NamedFile[]>> {
  const rows = await db
    .selectFrom('movie_file')
    .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
    .select([
      sql<string>`case when movie_film.series_id = '' then movie_film.film_id else movie_film.series_id end`.as('film_id'),
      'movie_file.path',
      'movie_file.root',
      'movie_file.size',
      'movie_file.part',
      'movie_file.duration_ms',
    ])
    .where((eb) => eb.or([eb('movie_film.film_id', 'in', filmIds), eb('movie_film.series_id', 'in', filmIds)]))
    .where('movie_file.state', '!=', 'other')
    .orderBy('movie_film.season')
    .orderBy('movie_film.episode')
    .orderBy('movie_file.part')
    .orderBy('movie_file.path')
    .execute()
  return Map.groupBy(rows, ({ film_id }) => film_id)
}
