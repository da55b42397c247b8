/** All films by a choice of kind, genre, watched and order, in rows of seven. */
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import { filmSortRules, filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import type { Key } from '../keys.ts'
import type { FilmFilter } from '../rows.ts'
import { filmAt, rowLength, shelfRowLength, shelfRows } from '../shelf.ts'
import { openFilm, shelfOf } from './open-view.ts'
import { update, updateView, type TvContext } from './state.ts'
import type { FilmsView } from './views.ts'

export const filmChips = ['kind', 'genre', 'watched', 'sort'] as const
/** The usual one first. */
const sorts = ['added', ...filmSorts.filter((one) => one !== 'added')]
export type FilmChip = (typeof filmChips)[number]

export function setFilter(tv: TvContext, view: FilmsView, change: FilmFilter): void {
  const filter = { ...view.filter, ...change }
  updateView<FilmsView>(tv, view, { filter, shelf: shelfOf(tv, filter), row: 0, column: 0 })
}

/** The focus as it can be now: films may have gone. */
export function filmsFocus({ shelf, chip, row, column }: FilmsView): { chip: number; row: number; column: number } {
  const state = shelf.state.get()
  const rows = shelfRows(state)
  if (chip >= 0 || (state.isKnown && rows === 0)) return { chip: Math.max(0, chip), row: 0, column: 0 }
  const shown = Math.max(0, Math.min(rows - 1, row))
  return { chip: -1, row: shown, column: Math.max(0, Math.min(shelfRowLength(state, shown) - 1, column)) }
}

export function pressFilms(tv: TvContext, view: FilmsView, key: Key): void {
  const { chip, row, column } = filmsFocus(view)
  const state = view.shelf.state.get()
  if (key === 'ok' || key === 'play' || key === 'toggle') return chooseFilms(tv, view)
  if (chip >= 0) {
    const step = key === 'left' ? -1 : key === 'right' ? 1 : 0
    const isDown = key === 'down' && shelfRows(state) > 0
    return updateView<FilmsView>(tv, view, { chip: isDown ? -1 : Math.max(0, Math.min(filmChips.length - 1, chip + step)) })
  }
  if (key === 'up' && row === 0) return updateView<FilmsView>(tv, view, { chip: 0 })
  const index = row * rowLength + column
  const steps: Partial<Record<Key, number>> = { left: -1, right: 1, up: -rowLength, down: rowLength }
  const step = steps[key]
  if (step === undefined) return
  const target = index + step
  const isBelow = key === 'down' && row < shelfRows(state) - 1
  const next = target < 0 ? index : target < state.total ? target : isBelow ? state.total - 1 : index
  updateView<FilmsView>(tv, view, { chip: -1, row: Math.floor(next / rowLength), column: next % rowLength })
  view.shelf.near(next)
}

export function filmsShelfIndex(view: FilmsView): number {
  const { row, column } = filmsFocus(view)
  return row * rowLength + column
}

function chooseFilms(tv: TvContext, view: FilmsView): void {
  const { chip } = filmsFocus(view)
  if (chip >= 0) return openChip(tv, view, filmChips[chip] ?? 'kind')
  const film = filmAt(view.shelf.state.get(), filmsShelfIndex(view))
  if (film) openFilm(tv, film)
}

/** The values of a choice; their names are texts of the page (films-view.tsx). */
export function choicesOf(tv: TvContext, chip: FilmChip): readonly string[] {
  if (chip === 'kind') return ['', 'film', 'series']
  if (chip === 'watched') return ['', 'no', 'yes']
  if (chip === 'sort') return sorts
  return ['', ...tv.rows.state.get().rows.flatMap(({ kind, genre }) => (kind === 'genre' ? [genre] : []))]
}

export function chosenOf({ filter }: FilmsView, chip: FilmChip): string {
  if (chip === 'kind') return filter.film_kind ?? ''
  if (chip === 'genre') return filter.genre ?? ''
  if (chip === 'sort') return filter.sort ?? 'added'
  return filter.watched === true ? 'yes' : filter.watched === false ? 'no' : ''
}

function openChip(tv: TvContext, view: FilmsView, chip: FilmChip): void {
  const choices = choicesOf(tv, chip)
  const chosen = chosenOf(view, chip)
  update(tv, {
    menu: {
      title: chip,
      choices: choices.map((id) => ({ id, name: '' })),
      chosen: [chosen],
      at: Math.max(0, choices.indexOf(chosen)),
      choose: (id) => setFilter(tv, view, filterOf(chip, id)),
    },
  })
}

function filterOf(chip: FilmChip, id: string): FilmFilter {
  if (chip === 'kind') return { film_kind: id === 'film' || id === 'series' ? id : null }
  if (chip === 'genre') return { genre: id }
  if (chip === 'watched') return { watched: id === '' ? null : id === 'yes' }
  const sort = filmSorts.find((one) => one === id) ?? 'added'
  return { sort, order: filmSortRules[sort].usual }
}

export function clickChip(tv: TvContext, view: FilmsView, chip: number): void {
  const focused = { ...view, chip }
  update(tv, { views: tv.state.get().views.map((one) => (one === view ? focused : one)) })
  openChip(tv, focused, filmChips[chip] ?? 'kind')
}

export function clickFilms(
  tv: TvContext,
  view: FilmsView,
  { row, column, film }: { row: number; column: number; film: ScreenFilm | undefined },
): void {
  updateView<FilmsView>(tv, view, { chip: -1, row, column })
  if (film) openFilm(tv, film)
}
