/** The films that the TV page gets from the library, with what was watched on this box. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import type { BoxFilm, FilmFilter, ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import type { FromScreen, ScreenEpisode, ScreenFilm, ScreenFilmDetail } from '@homeport/contract/playback/screen-protocol.ts'
import type { Viewer } from '../../shared/viewer.ts'
import type { ViewerMarkStore } from './viewer-mark.store.ts'

type FilmsMessage = Extract<FromScreen, { kind: 'films' }>
/** texts: of an identified film. */
export type TitledFilm = BoxFilm & Pick<ReportedFilm, 'texts'>
export type ListedFilm = { film: TitledFilm; episode: ReportedEpisode | null }
type Listed = { data: TitledFilm[]; total: number }
/** viewer: whose favourites and watched films are meant; undefined: what anybody watched on this box. */
type ViewedFilter = FilmFilter & { viewer: Viewer | undefined }
export type FilmRange = Pick<FilmsMessage, 'sort' | 'order' | 'offset' | 'limit'>

export type ScreenLibrary = {
  list(limit: number, offset: number): Promise<Listed>
  posterPath(poster: string): Promise<string | undefined>
  catalog: {
    catalogued(filter: ViewedFilter, range: FilmRange & { lang: Lang }): Promise<Listed>
    search(query: string, lang: Lang): Promise<Listed>
    genres(limit: number): Promise<{ genre: string; films: number }[]>
    details(filmId: string): Promise<
      | (Pick<ScreenFilmDetail, 'people' | 'versions'> & {
          film: TitledFilm
          related: TitledFilm[]
          season_list: { season: number; titles: Record<Lang, string>; episodes: number }[]
        })
      | undefined
    >
    episodes(seriesId: string, season: number): Promise<ReportedEpisode[]>
    episodeAfter(episodeId: string): Promise<{ film_id: string; series_id: string } | undefined>
    /** In the order of the ids; an episode with its series. */
    listed(movieIds: readonly string[]): Promise<ListedFilm[]>
  }
  /** Where somebody stopped: the viewer, without one anybody; and what anybody watched to its end on this box. */
  watch: Pick<Watch, 'recentlyWatched' | 'watchedOf'> & {
    recentPoints(viewer: Viewer | undefined, limit: number): ReturnType<Watch['recentPoints']>
    pointsOf(viewer: Viewer | undefined, movieIds: readonly string[]): ReturnType<Watch['pointsOf']>
  }
  /** Whether the viewer wants episodes that they have not begun without still and plot; without one the household. */
  hidesUnseen(viewer: Viewer | undefined): Promise<boolean>
  /** The films that a person marked. */
  marks: Pick<ViewerMarkStore, 'watchedOf' | 'recentlyWatched' | 'favoritesOf' | 'asideOf'>
}
/** Latest first. left_at, watched_at: ms by the cloud's clock. */
type Watch = {
  recentPoints(limit: number): Promise<{ movie_id: string; point_ms: number; left_at: number }[]>
  recentlyWatched(limit: number): Promise<{ movie_id: string; watched_at: number }[]>
  pointsOf(movieIds: readonly string[]): Promise<Map<string, number>>
  watchedOf(movieIds: readonly string[]): Promise<Set<string>>
}

/** The library as one person sees it on a page in one language. */
export type ViewedLibrary = Pick<ScreenLibrary, 'list' | 'catalog'> & {
  watch: Watch
  lang: Lang
  viewer: Viewer | undefined
  favoritesOf(movieIds: readonly string[]): Promise<Set<string>>
  hidesUnseen(): Promise<boolean>
  /** When the viewer took films and series out of what they go on with. */
  asideOf(): Promise<Map<string, number>>
}

export function viewedLibrary(
  library: ScreenLibrary,
  { viewer, lang }: { viewer: Viewer | undefined; lang: Lang },
): ViewedLibrary {
  const { catalog, watch, marks } = library
  const own = viewer && {
    watchedOf: (ids: readonly string[]) => marks.watchedOf(viewer, ids),
    recentlyWatched: (limit: number) => marks.recentlyWatched(viewer, limit),
  }
  return {
    list: (limit, offset) => library.list(limit, offset),
    catalog,
    lang,
    viewer,
    watch: {
      recentPoints: (limit) => watch.recentPoints(viewer, limit),
      pointsOf: (ids) => watch.pointsOf(viewer, ids),
      recentlyWatched: (limit) => watch.recentlyWatched(limit),
      watchedOf: (ids) => watch.watchedOf(ids),
      ...own,
    },
    favoritesOf: async (ids) => (viewer ? marks.favoritesOf(viewer, ids) : new Set()),
    hidesUnseen: () => library.hidesUnseen(viewer),
    asideOf: async () => (viewer ? marks.asideOf(viewer) : new Map()),
  }
}

/** The length of a film's overview in a list: three lines on the TV; the film's own page has the whole text. */
const overviewInList = 180

/** With what was watched of them and marked. */
export async function screenFilms(library: ViewedLibrary, films: readonly TitledFilm[]): Promise<ScreenFilm[]> {
  const ids = films.map(({ id }) => id)
  const [points, watched] = [await library.watch.pointsOf(ids), await library.watch.watchedOf(ids)]
  const favorites = await library.favoritesOf(ids)
  return films.map((film) => ({
    ...screenFilm(film, library.lang, { point: points.get(film.id) ?? 0, is_watched: watched.has(film.id) }),
    is_favorite: favorites.has(film.id),
  }))
}

export function screenFilm(film: TitledFilm, lang: Lang, state: Pick<ScreenFilm, 'point' | 'is_watched'>): ScreenFilm {
  const { id, kind, year, duration_ms, rating, poster, backdrop, quality, genres, seasons, episodes } = film
  const { title, overview } = inLanguage(film, lang)
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
    overview: cutText(overview, overviewInList),
    seasons,
    episodes,
    is_favorite: false,
    episode: null,
    ...state,
  }
}

/** A series in a row for one of its episodes. */
export function screenEpisodeFilm(
  { film, episode }: ListedFilm,
  lang: Lang,
  state: Pick<ScreenFilm, 'point' | 'is_watched'>,
): ScreenFilm {
  if (!episode) return screenFilm(film, lang, state)
  const { id, season, number, duration_ms } = episode
  const { title } = inLanguage(episode, lang)
  return { ...screenFilm(film, lang, state), duration_ms, episode: { id, season, episode: number, title } }
}

export function screenEpisode(
  reported: ReportedEpisode,
  lang: Lang,
  state: Pick<ScreenEpisode, 'point' | 'is_watched'>,
): ScreenEpisode {
  const { id, season, number, still, duration_ms } = reported
  const { title, overview } = inLanguage(reported, lang)
  return { id, season, episode: number, title, overview: cutText(overview, overviewInList), still, duration_ms, ...state }
}
