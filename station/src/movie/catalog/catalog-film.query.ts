/** Reads films of the catalogue whole, the episodes and seasons of a series, and films like another one. */
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { wholeFilms, type WholeFilm } from '../film/film.query.ts'

/** Films of one genre or person that are compared with another film. */
const maxCompared = 400

/** In the order of the ids. */
export async function wholeInOrder(db: Db, ids: readonly string[]): Promise<WholeFilm[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('movie_film').selectAll().where('film_id', 'in', ids).execute()
  const positions = new Map(ids.map((id, at) => [id, at]))
  const positionOf = (id: string) => positions.get(id) ?? 0
  return wholeFilms(
    db,
    rows.toSorted((one, other) => positionOf(one.film_id) - positionOf(other.film_id)),
  )
}

export function catalogFilmQueries(db: Db) {
  return {
    /** Films with people or genres of this one, those with most of them first. */
    async related(filmId: string, { genres, people }: { genres: readonly string[]; people: readonly string[] }, limit: number) {
      const shared = new Map<string, number>()
      const values = [
        ...genres.map((value) => ({ field: 'genre' as const, value, weight: 2 })),
        ...people.map((value) => ({ field: 'person' as const, value, weight: 3 })),
      ]
      for (const { field, value, weight } of values) {
        const films = await db
          .selectFrom('movie_catalog_value')
          .select('film_id')
          .where('field', '=', field)
          .where('value', '=', value)
          .where('film_id', '!=', filmId)
          .orderBy('added_at', 'desc')
          .limit(maxCompared)
          .execute()
        for (const { film_id } of films) shared.set(film_id, (shared.get(film_id) ?? 0) + weight)
      }
      // Map keeps the order of insertion: of films that share as much the newer one stays first.
      const best = [...shared].toSorted((one, other) => other[1] - one[1]).slice(0, limit)
      return wholeInOrder(
        db,
        best.map(([film_id]) => film_id),
      )
    },
    whole: (ids: readonly string[]) => wholeInOrder(db, ids),
    /** The episodes of a season, in order. */
    async seasonEpisodes(seriesId: string, season: number, limit: number): Promise<WholeFilm[]> {
      const rows = await episodesOf(db, seriesId).where('season', '=', season).limit(limit).execute()
      return wholeFilms(db, rows)
    },
    /** The seasons of a series with the number of their episodes, specials last. */
    seasons: (seriesId: string): Promise<{ season: number; episodes: number }[]> =>
      db
        .selectFrom('movie_film')
        .select((eb) => [sql<number>`coalesce(season, 1)`.as('season'), eb.fn.countAll<number>().as('episodes')])
        .where('series_id', '=', seriesId)
        .where('is_listed', '=', 1)
        .groupBy('season')
        .orderBy(sql`season = 0`)
        .orderBy('season')
        .execute(),
    /** The episode after this one; specials are left out. */
    async episodeAfter(episodeId: string): Promise<{ film_id: string; series_id: string } | undefined> {
      const at = await db.selectFrom('movie_film').selectAll().where('film_id', '=', episodeId).executeTakeFirst()
      if (!at || at.kind !== 'episode' || at.episode === null || at.season === null || at.season === 0) return undefined
      const { season, episode_end, episode } = at
      const last = episode_end ?? episode
      return db
        .selectFrom('movie_film')
        .select(['film_id', 'series_id'])
        .where('series_id', '=', at.series_id)
        .where('is_listed', '=', 1)
        .where((eb) => eb.or([eb('season', '>', season), eb.and([eb('season', '=', season), eb('episode', '>', last)])]))
        .orderBy('season')
        .orderBy('episode')
        .executeTakeFirst()
    },
  }
}

function episodesOf(db: Db, seriesId: string) {
  return db
    .selectFrom('movie_film')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('is_listed', '=', 1)
    .orderBy(sql`episode is null and air_date = ''`)
    .orderBy('episode')
    .orderBy('air_date')
    .orderBy('title')
}
