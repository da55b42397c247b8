/** The rows of the TV's first page, from the box's own library and what was watched on it. */
import { anyFilm } from '@homeport/contract/movie/movie.ts'
import type { ScreenFilm, ScreenRow } from '@homeport/contract/playback/screen-protocol.ts'
import { screenEpisodeFilm, screenFilms, type ListedFilm, type ViewedLibrary } from './library.ts'

/** The most films in a row; more come by the message `films`. */
const maxRow = 20
/** The most films in a genre's row: as many as fit on the TV. */
const maxGenreRow = 8
const maxGenres = 8
/** A smaller library is seen at one glance. */
const libraryLeast = 14
const genreLeast = 5
/** Episodes after one that was watched which are looked at for one that was not. */
const episodesAhead = 60
const newest = { sort: 'added', order: 'desc', offset: 0 } as const

export async function screenRows(library: ViewedLibrary): Promise<ScreenRow[]> {
  const { data, total } = await library.list(maxRow, 0)
  const all = await screenFilms(library, data)
  const rows = [row('continue', await continueFilms(library)), row('next', await nextEpisodes(library))]
  rows.push(await favoritesRow(library))
  if (total >= libraryLeast) {
    rows.push({ ...row('new', all), total })
    rows.push(await seriesRow(library))
    for (const genre of await genreRows(library)) rows.push(genre)
  }
  return [...rows.filter((one) => one.data.length > 0), { ...row('all', all), total }]
}

function row(kind: ScreenRow['kind'], data: ScreenFilm[], total = data.length): ScreenRow {
  return { kind, genre: '', total, data }
}

/** One of each series: the episode that was left last. */
async function continueFilms(library: ViewedLibrary): Promise<ScreenFilm[]> {
  const points = new Map((await library.watch.recentPoints(3 * maxRow)).map((point) => [point.movie_id, point]))
  const films = onePerFilm(await library.catalog.listed([...points.keys()]))
  const pointOf = ({ film, episode }: ListedFilm) => points.get(episode?.id ?? film.id)
  const aside = await library.asideOf()
  return films
    .filter((one) => (pointOf(one)?.left_at ?? 0) > (aside.get(one.film.id) ?? -1))
    .slice(0, maxRow)
    .map((one) => screenEpisodeFilm(one, library.lang, { point: pointOf(one)?.point_ms ?? 0, is_watched: false }))
}

/** The next episode of each series of which one was watched to its end: the first after it that was not begun; latest first. */
async function nextEpisodes(library: ViewedLibrary): Promise<ScreenFilm[]> {
  const watchedAt = new Map(
    (await library.watch.recentlyWatched(3 * maxRow)).map(({ movie_id, watched_at }) => [movie_id, watched_at]),
  )
  const aside = await library.asideOf()
  const watched = onePerFilm(await library.catalog.listed([...watchedAt.keys()])).filter(
    ({ film, episode }) => (watchedAt.get(episode?.id ?? film.id) ?? 0) > (aside.get(film.id) ?? -1),
  )
  const ids: string[] = []
  for (const { episode } of watched.slice(0, maxRow)) {
    const next = episode && (await unwatchedAfter(library, episode.id))
    if (next) ids.push(next)
  }
  return (await library.catalog.listed(ids)).map((one) => screenEpisodeFilm(one, library.lang, { point: 0, is_watched: false }))
}

/** undefined: all are watched, or one is left in the middle and stands among those to continue. */
async function unwatchedAfter({ catalog, watch }: ViewedLibrary, episodeId: string): Promise<string | undefined> {
  let at = episodeId
  for (let step = 0; step < episodesAhead; step += 1) {
    const next = await catalog.episodeAfter(at)
    if (!next) return undefined
    at = next.film_id
    if ((await watch.watchedOf([at])).has(at)) continue
    return (await watch.pointsOf([at])).has(at) ? undefined : at
  }
  return undefined
}

/** The favourites of the person who watches; empty without one. */
async function favoritesRow(library: ViewedLibrary): Promise<ScreenRow> {
  if (!library.viewer) return row('favorites', [])
  const filter = { ...anyFilm, viewer: library.viewer, favorite: true }
  const { data, total } = await library.catalog.catalogued(filter, { ...newest, lang: library.lang, limit: maxRow })
  return row('favorites', await screenFilms(library, data), total)
}

async function seriesRow(library: ViewedLibrary): Promise<ScreenRow> {
  const { data, total } = await library.catalog.catalogued(
    { ...anyFilm, viewer: library.viewer, kind: 'series' },
    { ...newest, lang: library.lang, limit: maxRow },
  )
  return row('series', await screenFilms(library, data), total)
}

async function genreRows(library: ViewedLibrary): Promise<ScreenRow[]> {
  const rows: ScreenRow[] = []
  for (const { genre, films } of await library.catalog.genres(maxGenres)) {
    if (films < genreLeast) continue
    const { data, total } = await library.catalog.catalogued(
      { ...anyFilm, viewer: library.viewer, genres: [genre] },
      { ...newest, lang: library.lang, limit: maxGenreRow },
    )
    rows.push({ kind: 'genre', genre, total, data: await screenFilms(library, data) })
  }
  return rows
}

function onePerFilm(films: readonly ListedFilm[]): ListedFilm[] {
  const first = new Map<string, ListedFilm>()
  for (const one of films) if (!first.has(one.film.id)) first.set(one.film.id, one)
  return [...first.values()]
}
