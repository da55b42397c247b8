/** Reads films with their files. */
import type { Db } from '../kit/db.ts'
import type { FilmFileRow, FilmRow } from '../kit/tables.ts'

/** Its files in playing order. */
export type WholeFilm = FilmRow & { files: FilmFileRow[] }

/** The columns of an episode, for a film that is none. */
export const noEpisode = { kind: 'film', series_id: '', season: null, episode: null, episode_end: null, air_date: '' } as const

export function filmQueries(db: Db) {
  return {
    /** Listed films, newest first. */
    async list(limit: number, offset: number): Promise<WholeFilm[]> {
      const films = await newestFilms(db).selectAll().where('is_listed', '=', 1).limit(limit).offset(offset).execute()
      return withFiles(db, films)
    },
    async film(filmId: string): Promise<WholeFilm | undefined> {
      const row = await db.selectFrom('movie_film').selectAll().where('film_id', '=', filmId).executeTakeFirst()
      return row && (await withFiles(db, [row]))[0]
    },
    async count(): Promise<{ films: number; unprobed: number }> {
      const of = (query: { n: number } | undefined) => query?.n ?? 0
      const films = await db
        .selectFrom('movie_film')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('is_listed', '=', 1)
        .executeTakeFirst()
      const unprobed = await db
        .selectFrom('movie_file')
        .select((eb) => eb.fn.count<number>('film_id').distinct().as('n'))
        .where('state', '=', 'new')
        .executeTakeFirst()
      return { films: of(films), unprobed: of(unprobed) }
    },
  }
}

export function newestFilms(db: Db) {
  return db.selectFrom('movie_film').orderBy('added_at', 'desc').orderBy('film_id', 'desc')
}

export async function withFiles(db: Db, films: FilmRow[]): Promise<WholeFilm[]> {
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
