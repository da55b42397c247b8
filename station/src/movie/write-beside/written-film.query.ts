/** The facts that are written beside a film: its row, its files, and the episodes of a series with their first files. */
import type { Db } from '../../kit/db.ts'
import type { FilmFileRow, FilmRow } from '../film/film-row.ts'

type FilePath = Pick<FilmFileRow, 'root' | 'path'>
export type WrittenFilm = Pick<FilmRow, 'film_id' | 'kind' | 'title' | 'year' | 'poster'> & { files: FilePath[] }
export type WrittenEpisode = FilePath & { season: number; episode: number }

export function writtenFilmQueries(db: Db) {
  return {
    async film(filmId: string): Promise<WrittenFilm | undefined> {
      const film = await db
        .selectFrom('movie_film')
        .select(['film_id', 'kind', 'title', 'year', 'poster'])
        .where('film_id', '=', filmId)
        .executeTakeFirst()
      if (!film) return undefined
      const files = await db
        .selectFrom('movie_file')
        .select(['root', 'path'])
        .where('film_id', '=', filmId)
        .where('state', '!=', 'other')
        .orderBy('part')
        .orderBy('path')
        .execute()
      return { ...film, files }
    },
    /** One for each file. */
    async episodes(seriesId: string): Promise<WrittenEpisode[]> {
      const rows = await db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(['movie_file.root', 'movie_file.path', 'movie_film.season', 'movie_film.episode'])
        .where('movie_film.series_id', '=', seriesId)
        .where('movie_file.state', '!=', 'other')
        .orderBy('movie_file.path')
        .execute()
      return rows.flatMap(({ season, episode, ...file }) => (episode === null ? [] : [{ ...file, season: season ?? 1, episode }]))
    },
  }
}
