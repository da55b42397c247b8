/** Sums over the episodes of series. */
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { batchesOf } from './chunk.ts'
import type { FilmFileRow } from './film-row.ts'

/** Sums of the listed episodes. seasons: without specials. duration_ms: the average of the probed ones. pictures: the different sizes and claims of quality. first: the file that is played first. */
export type SeriesSums = {
  seasons: number
  episodes: number
  year_end: number | null
  file_size: number
  duration_ms: number | null
  pictures: PictureOfFile[]
  first: FilmFileRow | undefined
}

export type PictureOfFile = Pick<FilmFileRow, 'width' | 'height' | 'quality'>

/** By series id. */
export async function seriesSums(db: Db, seriesIds: readonly string[]): Promise<Map<string, SeriesSums>> {
  const all = new Map<string, SeriesSums>()
  for (const ids of batchesOf(seriesIds)) {
    const counts = await db
      .selectFrom('movie_film')
      .select((eb) => [
        'series_id',
        sql<number>`count(distinct nullif(season, 0))`.as('seasons'),
        sql<number>`sum(coalesce(max(episode_end - episode, 0), 0) + 1)`.as('episodes'),
        sql<number | null>`max(coalesce(year, cast(nullif(substr(air_date, 1, 4), '') as integer)))`.as('year_end'),
        eb.fn.countAll<number>().as('rows'),
      ])
      .where('series_id', 'in', ids)
      .where('is_listed', '=', 1)
      .groupBy('series_id')
      .execute()
    const sizes = new Map((await fileSums(db, ids)).map((row) => [row.series_id, row]))
    const pictures = Map.groupBy(await differentPictures(db, ids), ({ series_id }) => series_id)
    for (const { series_id, seasons, episodes, year_end } of counts) {
      const { file_size = 0, duration_ms = null } = sizes.get(series_id) ?? {}
      const first = await firstFile(db, series_id)
      const sums = { seasons, episodes, year_end, file_size, duration_ms, pictures: pictures.get(series_id) ?? [], first }
      all.set(series_id, sums)
    }
  }
  return all
}

function fileSums(db: Db, ids: readonly string[]) {
  return filesOf(db, ids)
    .select((eb) => [
      'movie_film.series_id',
      eb.fn.sum<number>('movie_file.size').as('file_size'),
      sql<number | null>`cast(round(avg(movie_file.duration_ms)) as integer)`.as('duration_ms'),
    ])
    .groupBy('movie_film.series_id')
    .execute()
}

function differentPictures(db: Db, ids: readonly string[]) {
  return filesOf(db, ids)
    .select(['movie_film.series_id', 'movie_file.width', 'movie_file.height', 'movie_file.quality'])
    .distinct()
    .execute()
}

/** Files of listed episodes. */
function filesOf(db: Db, seriesIds: readonly string[]) {
  return db
    .selectFrom('movie_film')
    .innerJoin('movie_file', 'movie_file.film_id', 'movie_film.film_id')
    .where('movie_film.series_id', 'in', seriesIds)
    .where('movie_film.is_listed', '=', 1)
    .where('movie_file.state', '!=', 'other')
}

/** The file of the first episode, specials last. */
async function firstFile(db: Db, seriesId: string): Promise<FilmFileRow | undefined> {
  const episode = await firstEpisode(db, seriesId)
  if (!episode) return undefined
  return db
    .selectFrom('movie_file')
    .selectAll()
    .where('film_id', '=', episode.film_id)
    .where('state', '!=', 'other')
    .orderBy('part')
    .orderBy('size', 'desc')
    .executeTakeFirst()
}

export function firstEpisode(db: Db, seriesId: string): Promise<{ film_id: string } | undefined> {
  return listedEpisodes(db, seriesId).select('film_id').limit(1).executeTakeFirst()
}

/** In the order in which they are watched, specials last. */
export function listedEpisodes(db: Db, seriesId: string) {
  return db
    .selectFrom('movie_film')
    .where('series_id', '=', seriesId)
    .where('is_listed', '=', 1)
    .orderBy(sql`season = 0`)
    .orderBy('season')
    .orderBy(sql`episode is null and air_date = ''`)
    .orderBy('episode')
    .orderBy('air_date')
    .orderBy('title')
}
