/** Answers of the library to the TV page: its rows, films by filter in pages, one film or series with its episodes, a search. */
import type { FromScreen, ScreenFilmDetail, MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { anyFilm } from '@homeport/contract/movie/movie.ts'
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import { screenEpisode, screenFilm, screenFilms, type ViewedLibrary } from './library.ts'
import { screenRows } from './rows.ts'

/** The kinds of messages that the library answers. */
const libraryKinds = ['films', 'rows', 'film', 'episodes', 'search'] as const
export type LibraryMessage = Extract<FromScreen, { kind: (typeof libraryKinds)[number] }>

export function isForLibrary(message: FromScreen): message is LibraryMessage {
  return libraryKinds.some((kind) => kind === message.kind)
}

export async function answerOf(library: ViewedLibrary, message: LibraryMessage): Promise<MessageToScreen> {
  const { id } = message
  switch (message.kind) {
    case 'films':
      return { kind: 'films', id, recent: [], ...(await filmsOf(library, message)) }
    case 'rows':
      return { kind: 'rows', id, rows: await screenRows(library) }
    case 'film':
      return { kind: 'film', id, film: await filmDetail(library, message.movie_id) }
    case 'episodes':
      return { kind: 'episodes', id, data: await episodesOf(library, message) }
    case 'search': {
      const { data, total } = await library.catalog.search(message.q, library.lang)
      return { kind: 'search', id, total, data: await screenFilms(library, data) }
    }
  }
}

async function filmsOf(library: ViewedLibrary, message: Extract<LibraryMessage, { kind: 'films' }>) {
  const { film_kind, genre, person, watched, favorite, sort, order, offset, limit } = message
  const isAny = film_kind === null && genre === '' && person === '' && watched === null && !favorite
  const isPlain = isAny && sort === 'added' && order === 'desc'
  const { viewer, lang } = library
  const { data, total } = isPlain
    ? await library.list(limit, offset)
    : await library.catalog.catalogued(
        { ...anyFilm, kind: film_kind, genres: genre === '' ? [] : [genre], person, watched, favorite, viewer },
        { sort, order, offset, limit, lang },
      )
  return { data: await screenFilms(library, data), total }
}

async function filmDetail(library: ViewedLibrary, movieId: string): Promise<ScreenFilmDetail | null> {
  const details = await library.catalog.details(movieId)
  if (!details) return null
  const { film, people, season_list, versions, related } = details
  const [shown] = await screenFilms(library, [film])
  return {
    ...(shown ?? screenFilm(film, library.lang, { point: 0, is_watched: false })),
    overview: inLanguage(film, library.lang).overview,
    original_title: film.original_title,
    people,
    season_list: season_list.map(({ titles, ...season }) => ({ ...season, title: titles[library.lang] })),
    versions,
    can_favorite: library.viewer !== undefined,
    related: await screenFilms(library, related),
  }
}

async function episodesOf(library: ViewedLibrary, { movie_id, season }: { movie_id: string; season: number }) {
  const episodes = await library.catalog.episodes(movie_id, season)
  const ids = episodes.map(({ id }) => id)
  const [points, watched] = [await library.watch.pointsOf(ids), await library.watch.watchedOf(ids)]
  const isHidden = await library.hidesUnseen()
  return episodes.map((one) => {
    const state = { point: points.get(one.id) ?? 0, is_watched: watched.has(one.id) }
    const isUnseen = state.point === 0 && !state.is_watched
    return { ...screenEpisode(one, library.lang, state), ...(isHidden && isUnseen && { still: '', overview: '' }) }
  })
}
