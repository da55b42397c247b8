/** Films and series of the library by their key in the film database, with the episodes that are here. */
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { rowsOfBatches } from './chunk.ts'

/** first, last: numbers of the episodes of a row; null of one that only a date names. */
export type EpisodeHere = { season: number; first: number | null; last: number | null; air_date: string }
export type FilmHere = { movie_id: string; episodes: EpisodeHere[] }

/** As the index is written. */
const tmdb = sql<string>`json_extract(facts, '$.ids.tmdb')`

export function filmByTmdbQueries(db: Db) {
  return {
    byTmdb: async (keys: readonly string[]): Promise<Map<string, FilmHere>> => {
      const films = await rowsOfBatches(keys, (some) =>
        db
          .selectFrom('movie_identity')
          .innerJoin('movie_film', 'movie_film.film_id', 'movie_identity.film_id')
          .select(['movie_film.film_id', tmdb.as('tmdb')])
          .where(tmdb, 'in', some)
          .where('source', '!=', 'no')
          .where('is_listed', '=', 1)
          .execute(),
      )
      const ids = films.map(({ film_id }) => film_id)
      const rows = await rowsOfBatches(ids, (some) =>
        db
          .selectFrom('movie_film')
          .select(['series_id', 'season', 'episode', 'episode_end', 'air_date'])
          .where('series_id', 'in', some)
          .where('is_listed', '=', 1)
          .orderBy('season')
          .orderBy('episode')
          .execute(),
      )
      const episodes = Map.groupBy(rows, ({ series_id }) => series_id)
      const local = new Map<string, FilmHere>()
      for (const { film_id, tmdb: key } of films) {
        const own = (episodes.get(film_id) ?? []).map(({ season, episode, episode_end, air_date }) => {
          const first = episode === null ? null : Math.floor(episode)
          return { season: season ?? 1, first, last: episode_end ?? first, air_date }
        })
        // Two entries of the library may be one of the database.
        const before = local.get(key)
        local.set(key, { movie_id: before?.movie_id ?? film_id, episodes: [...(before?.episodes ?? []), ...own] })
      }
      return local
    },
    /** '' if the series is not identified. */
    tmdbOf: async (filmId: string): Promise<string> => {
      const row = db.selectFrom('movie_identity').select(tmdb.as('tmdb')).where('film_id', '=', filmId)
      return (await row.where('source', '!=', 'no').executeTakeFirst())?.tmdb ?? ''
    },
  }
}
