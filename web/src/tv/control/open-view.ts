/** Opens the page of a film, or of all films by a filter, upon what is shown; and starts a film. */
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import { newId } from '../../kit/id.ts'
import type { FilmFilter } from '../rows.ts'
import { createShelf } from '../shelf.ts'
import { pushView, update, type TvContext } from './state.ts'
import { newFilmView } from './views.ts'

export function openFilm(tv: TvContext, film: ScreenFilm): void {
  pushView(tv, newFilmView({ ...film, episode: null }))
  requestFilm(tv, film.id)
}

/** By id of the request. */
export const requestedFilms = new Map<string, string>()

export function requestFilm(tv: TvContext, movieId: string): void {
  const id = newId()
  requestedFilms.set(id, movieId)
  tv.send({ kind: 'film', id, movie_id: movieId })
}

export function play(tv: TvContext, { id, path = '' }: { id: string; path?: string }, point: number): void {
  update(tv, { refused: '' })
  tv.send({ kind: 'play', movie_id: id, point, viewer: tv.state.get().viewer, ...(path !== '' && { path }) })
}

export function openFilms(tv: TvContext, { title, filter }: { title: string; filter: FilmFilter }): void {
  pushView(tv, { kind: 'films', title, filter, shelf: shelfOf(tv, filter), chip: -1, row: 0, column: 0 })
}

export function shelfOf(tv: TvContext, filter: FilmFilter) {
  const shelf = createShelf(tv.send, filter)
  // The shelf's films are part of the page, so the page is drawn again when they change.
  shelf.state.watch(() => update(tv, {}))
  shelf.near(0)
  return shelf
}
