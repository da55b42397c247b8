/** The search: keys on the TV, a keyboard, or text from a phone; films beside it as it is typed. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { newId } from '../../kit/id.ts'
import type { Key } from '../keys.ts'
import { openFilm } from './open-view.ts'
import { popView, pushView, setTimer, topView, update, updateView, type TvContext } from './state.ts'
import { newSearch, type SearchView } from './views.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
export const keyColumns = 6
export const resultColumns = 4
/** The keys: letters and digits six in a row, then three wide ones. */
export const searchKeys = [...letters.split(''), 'space', 'delete', 'clear']
const maxText = 100
const settleMs = 150

export function openSearch(tv: TvContext, text: string): void {
  if (topView(tv).kind !== 'search') pushView(tv, newSearch)
  typeText(tv, text)
  tellTyping(tv, true, text)
}

export function closeSearch(tv: TvContext): void {
  tv.cancel.search()
  tellTyping(tv, false, '')
  popView(tv)
}

export function tellTyping(tv: TvContext, isOpen: boolean, text: string): void {
  tv.send({ kind: 'typing', is_open: isOpen, text })
}

function typeText(tv: TvContext, text: string): void {
  const view = topView(tv)
  if (view.kind !== 'search') return
  const isEmpty = text.trim() === ''
  const results = isEmpty ? newest(tv) : view.results?.text === '' ? undefined : view.results
  updateView<SearchView>(tv, view, { text: text.slice(0, maxText), at: 0, results })
  if (isEmpty) return tv.cancel.search()
  setTimer(tv, ['search', settleMs], () => requestSearch(tv))
}

/** Two rows of what is new stand there before something is typed. */
function newest(tv: TvContext): SearchView['results'] {
  const row = tv.rows.state.get().rows.filter(({ kind }) => kind === 'new')[0]
  if (!row) return undefined
  return { text: '', data: row.data.slice(0, 2 * resultColumns), total: row.total }
}

/** By id of the latest request: its text. */
let latest = { id: '', text: '' }

function requestSearch(tv: TvContext): void {
  const view = topView(tv)
  if (view.kind !== 'search' || view.text.trim() === '') return
  latest = { id: newId(), text: view.text }
  tv.send({ kind: 'search', id: latest.id, q: view.text.trim() })
}

export function receiveSearch(tv: TvContext, { id, data, total }: Extract<ToScreen, { kind: 'search' }>): void {
  if (id !== latest.id) return
  for (const view of tv.state.get().views) {
    if (view.kind !== 'search' || view.text.trim() === '') continue
    const at = Math.max(0, Math.min(data.length - 1, view.at))
    updateView<SearchView>(tv, view, {
      results: { text: latest.text, data, total },
      at,
      zone: data.length === 0 ? 'keys' : view.zone,
    })
  }
}

/** After the library changed: the same text again. */
export function reloadSearch(tv: TvContext): void {
  if (topView(tv).kind === 'search') requestSearch(tv)
}

/** A character of a keyboard; 'Backspace' deletes. True if the search took it. */
export function typeCharacter(tv: TvContext, character: string): boolean {
  const view = topView(tv)
  if (view.kind !== 'search') return false
  if (character === 'Backspace' && view.text === '') return false
  if (character !== 'Backspace' && [...character].length !== 1) return false
  edit(tv, character === 'Backspace' ? withoutLast(view.text) : view.text + character)
  return true
}

function edit(tv: TvContext, text: string): void {
  typeText(tv, text)
  tellTyping(tv, true, text)
}

function withoutLast(text: string): string {
  return [...text].slice(0, -1).join('')
}

export function pressSearch(tv: TvContext, view: SearchView, key: Key): void {
  if (view.zone === 'results') return pressResults(tv, view, key)
  const { column, last } = keyPosition(view.key)
  if (key === 'right' && last)
    return view.results && view.results.data.length > 0 ? updateView<SearchView>(tv, view, { zone: 'results' }) : undefined
  if (key === 'left' && column === 0) return
  if (key === 'left' || key === 'right') return updateView<SearchView>(tv, view, { key: view.key + (key === 'right' ? 1 : -1) })
  if (key === 'up' || key === 'down') return updateView<SearchView>(tv, view, { key: keyBeside(view.key, key) })
  if (key === 'ok') pressKey(tv, view.key)
}

/** column: of the six, of a wide key its first one; last: nothing stands right of it. */
function keyPosition(key: number): { row: number; column: number; last: boolean } {
  const row = Math.floor(key / keyColumns)
  if (key >= letters.length) return { row, column: (key - letters.length) * 2, last: key === searchKeys.length - 1 }
  return { row, column: key % keyColumns, last: key % keyColumns === keyColumns - 1 }
}

function keyBeside(key: number, direction: 'up' | 'down'): number {
  const { column } = keyPosition(key)
  if (key >= letters.length) return direction === 'up' ? letters.length - keyColumns + column : key
  const next = key + (direction === 'up' ? -keyColumns : keyColumns)
  if (next < 0) return key
  return next < letters.length ? next : letters.length + Math.floor(column / 2)
}

/** A key of the TV's own keyboard, also by a click. */
export function pressKey(tv: TvContext, key: number): void {
  const view = topView(tv)
  if (view.kind !== 'search') return
  const name = searchKeys[key] ?? ''
  update(tv, { views: tv.state.get().views.map((one) => (one === view ? { ...view, key, zone: 'keys' as const } : one)) })
  if (name === 'clear') return edit(tv, '')
  edit(tv, name === 'delete' ? withoutLast(view.text) : `${view.text}${name === 'space' ? ' ' : name}`)
}

function pressResults(tv: TvContext, view: SearchView, key: Key): void {
  const films = view.results?.data ?? []
  const column = view.at % resultColumns
  if (key === 'left' && column === 0) return updateView<SearchView>(tv, view, { zone: 'keys' })
  const steps = { left: -1, right: 1, up: -resultColumns, down: resultColumns }
  if (key === 'left' || key === 'right' || key === 'up' || key === 'down') {
    if (key === 'right' && column === resultColumns - 1) return
    const next = view.at + steps[key]
    const isBelow = key === 'down' && Math.floor(view.at / resultColumns) < Math.floor((films.length - 1) / resultColumns)
    const at = next < 0 ? view.at : next < films.length ? next : isBelow ? films.length - 1 : view.at
    return updateView<SearchView>(tv, view, { at })
  }
  if (key === 'ok') clickResult(tv, view.at)
}

export function clickResult(tv: TvContext, at: number): void {
  const view = topView(tv)
  const film = view.kind === 'search' ? view.results?.data[at] : undefined
  if (view.kind !== 'search' || !film) return
  updateView<SearchView>(tv, view, { zone: 'results', at })
  openFilm(tv, film)
}
