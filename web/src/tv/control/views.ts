/** The pages of the TV, one upon the other: what each shows and where its focus is. Back closes the last one. */
import type { ScreenEpisode, ScreenFilm, ScreenFilmDetail } from '@homeport/contract/playback/screen-protocol.ts'
import type { FilmFilter } from '../rows.ts'
import type { Shelf } from '../shelf.ts'

/** key: of the focused row (home-rows.ts); ids: the focused film of each row, by which it is found again. */
export type HomeView = { kind: 'home'; key: string; columns: Record<string, number>; ids: Record<string, string> }

export const filmZones = ['buttons', 'tabs', 'list'] as const
/** season: a tab with its episodes. */
export type FilmTab = { kind: 'season'; season: number; title: string } | { kind: 'cast' } | { kind: 'similar' }
export type FilmView = {
  kind: 'film'
  film: ScreenFilm
  /** undefined until it comes. */
  detail: ScreenFilmDetail | undefined
  /** By season; undefined until they come. */
  episodes: Record<number, ScreenEpisode[] | undefined>
  zone: (typeof filmZones)[number]
  button: number
  tab: number
  /** The focused entry of each tab. */
  focused: Record<number, number>
  version: number
  /** Somebody pressed a key: what comes no longer moves the focus. */
  isTouched: boolean
}

export type SearchView = {
  kind: 'search'
  text: string
  zone: 'keys' | 'results'
  key: number
  at: number
  results: { text: string; data: ScreenFilm[]; total: number } | undefined
}

/** chip: the focused one of the choices above the films, or -1: the films have the focus. */
export type FilmsView = {
  kind: 'films'
  title: string
  filter: FilmFilter
  shelf: Shelf
  chip: number
  row: number
  column: number
}

export type View = HomeView | FilmView | SearchView | FilmsView

export const newHome: HomeView = { kind: 'home', key: '', columns: {}, ids: {} }

export function newFilmView(film: ScreenFilm): FilmView {
  const zone = film.kind === 'series' ? 'list' : 'buttons'
  return {
    kind: 'film',
    film,
    detail: undefined,
    episodes: {},
    zone,
    button: 0,
    tab: 0,
    focused: {},
    version: 0,
    isTouched: false,
  }
}

export const newSearch: SearchView = { kind: 'search', text: '', zone: 'keys', key: 0, at: 0, results: undefined }
