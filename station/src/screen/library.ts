/** What the TV page is given of the library and of what was watched on this box. */
import type { BoxFilm } from '@homeport/contract/movie.ts'
import type { ReportedEpisode } from '@homeport/contract/series.ts'
import type { FromScreen, ScreenEpisode, ScreenFilm, ScreenFilmDetail } from '@homeport/contract/screen-page.ts'

type FilmsMessage = Extract<FromScreen, { kind: 'films' }>
export type ListedFilm = { film: BoxFilm; episode: ReportedEpisode | null }
type Listed = { data: BoxFilm[]; total: number }
/** As of the message `films`; what the box does not know, favourites, is left out. */
export type FilmFilter = Pick<FilmsMessage, 'film_kind' | 'genre' | 'person' | 'watched'>
export type FilmRange = Pick<FilmsMessage, 'sort' | 'order' | 'offset' | 'limit'>

export type ScreenLibrary = {
  list(limit: number, offset: number): Promise<Listed>
  posterPath(poster: string): Promise<string | undefined>
  catalog: {
    catalogued(filter: FilmFilter, range: FilmRange): Promise<Listed>
    search(query: string): Promise<Listed>
    genres(limit: number): Promise<{ genre: string; films: number }[]>
    details(filmId: string): Promise<
      | (Pick<ScreenFilmDetail, 'people' | 'season_list' | 'versions'> & {
          film: BoxFilm
          related: BoxFilm[]
        })
      | undefined
    >
    episodes(seriesId: string, season: number): Promise<ReportedEpisode[]>
    episodeAfter(episodeId: string): Promise<{ film_id: string; series_id: string } | undefined>
    /** In the order of the ids; an episode with its series. */
    listed(movieIds: readonly string[]): Promise<ListedFilm[]>
  }
  /** Latest first. */
  watch: {
    recentPoints(limit: number): Promise<{ movie_id: string; point_ms: number }[]>
    recentlyWatched(limit: number): Promise<string[]>
    pointsOf(movieIds: readonly string[]): Promise<Map<string, number>>
    watchedOf(movieIds: readonly string[]): Promise<Set<string>>
  }
}

/** Of a film in a list: three lines on the TV; in one's own page the whole text. */
const overviewInList = 180

/** With what was watched of them on this box. */
export async function screenFilms(library: ScreenLibrary, films: readonly BoxFilm[]): Promise<ScreenFilm[]> {
  const ids = films.map(({ id }) => id)
  const [points, watched] = [await library.watch.pointsOf(ids), await library.watch.watchedOf(ids)]
  return films.map((film) => screenFilm(film, { point: points.get(film.id) ?? 0, is_watched: watched.has(film.id) }))
}

export function screenFilm(film: BoxFilm, state: Pick<ScreenFilm, 'point' | 'is_watched'>): ScreenFilm {
  const { id, kind, title, year, duration_ms, rating, poster, backdrop, quality, genres, overview, seasons, episodes } = film
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
    overview: overview.slice(0, overviewInList),
    seasons,
    episodes,
    is_favorite: false,
    episode: null,
    ...state,
  }
}

/** A series in a row for one of its episodes. */
export function screenEpisodeFilm({ film, episode }: ListedFilm, state: Pick<ScreenFilm, 'point' | 'is_watched'>): ScreenFilm {
  if (!episode) return screenFilm(film, state)
  const { id, season, number, title, duration_ms } = episode
  return { ...screenFilm(film, state), duration_ms, episode: { id, season, episode: number, title } }
}

export function screenEpisode(
  { id, season, number, title, overview, still, duration_ms }: ReportedEpisode,
  state: Pick<ScreenEpisode, 'point' | 'is_watched'>,
): ScreenEpisode {
  return { id, season, episode: number, title, overview: overview.slice(0, overviewInList), still, duration_ms, ...state }
}
