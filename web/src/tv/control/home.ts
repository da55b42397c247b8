/** The focus on the home page: kept by row and film, so that it stays where it was when films come or go. */
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import type { Key } from '../keys.ts'
import { filterOfRow, keyOfRow } from '../rows.ts'
import { rowLength } from '../shelf.ts'
import { homeRows, isBegun, topButtons, type HomeRow, type HomeRows } from './home-rows.ts'
import { openFilm, openFilms, play } from './open-view.ts'
import { removeFilms } from './remove-films.ts'
import { openSearch } from './search.ts'
import { topView, update, updateView, type TvContext } from './state.ts'
import type { HomeView } from './views.ts'

export type HomeFocus = { rows: HomeRows; index: number; row: HomeRow; column: number }

export function homeFocus({ rows, shelf, state }: Pick<TvContext, 'rows' | 'shelf' | 'state'>, view: HomeView): HomeFocus {
  const { face, viewer } = state.get()
  const people = face?.people.length ?? 0
  const all = homeRows(rows.state.get(), shelf.state.get(), {
    buttons: buttonsOf(people),
    canRemove: people < 2 || viewer !== '',
  })
  const position = view.key === '' ? -1 : all.indexOf(view.key)
  const index = Math.min(all.count - 1, position >= 0 ? position : 1)
  const row = all.at(Math.max(0, index))
  return { rows: all, index: Math.max(0, index), row, column: columnOf(view, row) }
}

/** The person who watches is chosen where the household has several. */
export function buttonsOf(people: number): number {
  return people > 1 ? topButtons.length : topButtons.length - 1
}

function columnOf(view: HomeView, row: HomeRow): number {
  const column = Math.max(0, Math.min(row.length - 1, view.columns[columnKey(row)] ?? 0))
  const id = view.ids[row.key]
  if (row.kind === 'all' || row.kind === 'top' || !id || row.film(column)?.id === id) return column
  const at = row.row?.data.map((film) => film.id).indexOf(id) ?? -1
  return at < 0 ? column : at
}

/** In the library the column stays from row to row. */
function columnKey(row: HomeRow): string {
  return row.kind === 'all' ? 'all' : row.key
}

export function moveHome(tv: TvContext, view: HomeView, { rows, columns }: { rows: number; columns: number }): void {
  const focus = homeFocus(tv, view)
  if (rows !== 0) {
    const index = Math.max(0, Math.min(focus.rows.count - 1, focus.index + rows))
    return setHome(tv, view, { row: focus.rows.at(index), column: undefined })
  }
  const { row, column, index } = focus
  const target = column + columns
  const next = focus.rows.at(index + 1)
  // Moves past the end of a row of the library to the next one.
  if (row.kind === 'all' && target >= row.length && index + 1 < focus.rows.count)
    return setHome(tv, view, { row: next, column: 0 })
  const before = index > 0 ? focus.rows.at(index - 1) : undefined
  if (row.kind === 'all' && target < 0 && before?.kind === 'all')
    return setHome(tv, view, { row: before, column: before.length - 1 })
  setHome(tv, view, { row, column: Math.max(0, Math.min(row.length - 1, target)) })
}

/** column undefined: where the focus was in that row. */
function setHome(tv: TvContext, view: HomeView, { row, column }: { row: HomeRow; column: number | undefined }): void {
  const columns = column === undefined ? view.columns : { ...view.columns, [columnKey(row)]: column }
  const at = column ?? columnOf({ ...view, columns }, row)
  const id = row.film(at)?.id ?? ''
  updateView<HomeView>(tv, view, { key: row.key, columns, ids: { ...view.ids, [row.key]: id } })
  nearHome(tv, row, at)
}

function nearHome({ rows, shelf }: TvContext, row: HomeRow, column: number): void {
  if (row.kind === 'all') shelf.near(shelfIndex(row, column))
  else {
    rows.near(row.key, column)
    // The library begins below.
    shelf.near(0)
  }
}

function shelfIndex({ key }: HomeRow, column: number): number {
  return Number(key.slice('all:'.length)) * rowLength + column
}

/** The index of the focused film in the whole library. */
export function homeShelfIndex(tv: TvContext): number {
  const view = tv.state.get().views[0]
  if (view?.kind !== 'home') return 0
  const { row, column } = homeFocus(tv, view)
  return row.kind === 'all' ? shelfIndex(row, column) : 0
}

/** After films came or went: the focus is where its film is now, or near. */
export function settleHome(tv: TvContext): void {
  const view = tv.state.get().views[0]
  if (view?.kind !== 'home' || view.key === '') return
  const { row, column } = homeFocus(tv, view)
  const ids = { ...view.ids, [row.key]: row.film(column)?.id ?? '' }
  updateView<HomeView>(tv, view, { key: row.key, columns: { ...view.columns, [columnKey(row)]: column }, ids })
}

/** Requests the rows and the films around the focus again. */
export function reloadHome(tv: TvContext): void {
  tv.rows.request(tv.state.get().viewer)
  tv.shelf.again(homeShelfIndex(tv))
}

export function pressHome(tv: TvContext, view: HomeView, key: Key): void {
  if (key === 'up') moveHome(tv, view, { rows: -1, columns: 0 })
  if (key === 'down') moveHome(tv, view, { rows: 1, columns: 0 })
  if (key === 'left') moveHome(tv, view, { rows: 0, columns: -1 })
  if (key === 'right') moveHome(tv, view, { rows: 0, columns: 1 })
  if (key === 'home' || key === 'back') {
    updateView<HomeView>(tv, view, { key: '', columns: {}, ids: {} })
    tv.shelf.near(0)
  }
  if (key === 'ok' || key === 'play' || key === 'toggle') chooseHome(tv, view, key)
}

function chooseHome(tv: TvContext, view: HomeView, key: Key): void {
  const { row, column } = homeFocus(tv, view)
  if (row.kind === 'top') return pressTop(tv, column)
  const film = row.film(column)
  if (!film) {
    if (row.last === 'all' && row.row) openFilms(tv, { title: keyOfRow(row.row), filter: filterOfRow(row.row) ?? {} })
    if (row.last === 'remove' && row.row) removeFilms(tv, row.row)
    return
  }
  if (isBegun(row) || key !== 'ok') play(tv, filmToPlay(film), film.point)
  else openFilm(tv, film)
}

export function filmToPlay(film: ScreenFilm): { id: string } {
  return { id: film.episode?.id ?? film.id }
}

function pressTop(tv: TvContext, column: number): void {
  const button = topButtons[column]
  if (button === 'search') openSearch(tv, '')
  if (button === 'films') openFilms(tv, { title: '', filter: { sort: 'added' } })
  if (button === 'viewer') update(tv, { viewerAt: 0 })
}

/** A mouse click, or a touch, on an entry of a row: the focused one is opened. */
export function clickHome(tv: TvContext, key: string, column: number): void {
  const view = topView(tv)
  if (view.kind !== 'home') return
  const focus = homeFocus(tv, view)
  if (focus.row.key === key && focus.column === column) return pressHome(tv, view, 'ok')
  setHome(tv, view, { row: focus.rows.at(focus.rows.indexOf(key)), column })
}
