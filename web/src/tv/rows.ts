/** The rows of the first page: their first films at once, more as the focus nears the end of what is there. */
import type { ScreenFilm, ScreenRow, SentByScreen, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { newId } from '../kit/id.ts'
import { observable } from '../kit/observable.ts'

/** A longer row ends in a card that opens all of its films. */
export const maxRow = 60
const moreAtOnce = 20
/** This many films before the end of a row its next ones are requested. */
const ahead = 8

export type RowsState = { isKnown: boolean; rows: ScreenRow[] }
export type Rows = ReturnType<typeof createRows>

export function keyOfRow({ kind, genre }: Pick<ScreenRow, 'kind' | 'genre'>): string {
  return `${kind}:${genre}`
}

/** The filter that gives a row's films; undefined: the row came whole. */
export function filterOfRow({ kind, genre }: Pick<ScreenRow, 'kind' | 'genre'>): FilmFilter | undefined {
  if (kind === 'genre') return { genre }
  if (kind === 'series') return { film_kind: 'series' }
  if (kind === 'favorites') return { favorite: true }
  return kind === 'new' ? {} : undefined
}
export type FilmFilter = Partial<
  Pick<Extract<SentByScreen, { kind: 'films' }>, 'film_kind' | 'genre' | 'person' | 'watched' | 'favorite' | 'sort' | 'order'>
>

export function createRows(send: (message: SentByScreen) => void) {
  const state = observable<RowsState>({ isKnown: false, rows: [] })
  let requested = ''
  /** By id of the request: the row. */
  const waiting = new Map<string, string>()

  return {
    state,
    request(viewer: string): void {
      requested = newId()
      waiting.clear()
      send({ kind: 'rows', id: requested, viewer })
    },
    addRows({ id, rows }: Extract<ToScreen, { kind: 'rows' }>): void {
      if (id === requested) state.set({ isKnown: true, rows })
    },
    /** The focus is at this film of a row. */
    near(key: string, at: number): void {
      const row = state.get().rows.filter((one) => keyOfRow(one) === key)[0]
      const filter = row && filterOfRow(row)
      if (!row || !filter || at + ahead < row.data.length) return
      if (row.data.length >= Math.min(row.total, maxRow) || [...waiting.values()].indexOf(key) !== -1) return
      const id = newId()
      waiting.set(id, key)
      send({ kind: 'films', id, offset: row.data.length, limit: moreAtOnce, ...filter })
    },
    addFilms({ id, data }: Extract<ToScreen, { kind: 'films' }>): void {
      const key = waiting.get(id)
      if (key === undefined) return
      waiting.delete(id)
      const { rows, isKnown } = state.get()
      state.set({ isKnown, rows: rows.map((row) => (keyOfRow(row) === key ? { ...row, data: joined(row.data, data) } : row)) })
    },
  }
}

/** A film that was added meanwhile moved the others: none comes twice. */
function joined(before: readonly ScreenFilm[], more: readonly ScreenFilm[]): ScreenFilm[] {
  const ids = new Set(before.map(({ id }) => id))
  return [...before, ...more.filter(({ id }) => !ids.has(id))].slice(0, maxRow)
}
