/** The library for the TV page, paginated. */
import type { BoxFilm } from '@homeport/contract/movie.ts'
import type { ScreenFilm } from '@homeport/contract/screen-page.ts'

const overviewMost = 400

/** Functions of the library and the player. points: resume points by film id. */
export type ScreenLibrary = {
  list(limit: number, offset: number): Promise<{ data: BoxFilm[]; total: number }>
  film(movie_id: string): Promise<BoxFilm | undefined>
  posterPath(poster: string): Promise<string | undefined>
  points(): Promise<{ movie_id: string; point_ms: number }[]>
}

export async function screenFilms(
  library: ScreenLibrary,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ data: ScreenFilm[]; total: number; recent: ScreenFilm[] }> {
  const resumePoints = await library.points()
  const points = new Map(resumePoints.map(({ movie_id, point_ms }) => [movie_id, point_ms]))
  const { data, total } = await library.list(limit, offset)
  const recent = offset === 0 ? await Promise.all(resumePoints.map(({ movie_id }) => library.film(movie_id))) : []
  const shown = (film: BoxFilm) => screenFilm(film, points.get(film.id) ?? 0)
  return { data: data.map(shown), total, recent: recent.filter((film) => film !== undefined).map(shown) }
}

function screenFilm(film: BoxFilm, point: number): ScreenFilm {
  const { id, title, year, duration_ms, rating, poster, quality, genres, overview } = film
  const { kind, backdrop, seasons, episodes } = film
  return {
    id,
    kind,
    title,
    year,
    duration_ms,
    rating,
    poster,
    backdrop,
    quality,
    genres,
    overview: overview.slice(0, overviewMost),
    point,
    seasons,
    episodes,
    is_watched: false,
    is_favorite: false,
    episode: null,
  }
}
