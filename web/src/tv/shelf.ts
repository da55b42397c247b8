/** Films by a filter as rows of seven; pages load as the focus approaches them. */
import type { ScreenFilm, SentByScreen, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { observable } from '../kit/observable.ts'
import { newId } from '../kit/id.ts'
import type { FilmFilter } from './rows.ts'

export const rowLength = 7
const pageLength = 7 * rowLength
/** Pages kept around the focus: a large library would exceed a TV's small memory. */
const pagesKept = 5

export type ShelfState = { isKnown: boolean; total: number; pages: Record<number, ScreenFilm[]> }
export type Shelf = ReturnType<typeof createShelf>

export function createShelf(send: (message: SentByScreen) => void, filter: FilmFilter = {}) {
  const state = observable<ShelfState>({ isKnown: false, total: 0, pages: {} })
  const requested = new Map<string, number>()

  function request(page: number): void {
    if ([...requested.values()].indexOf(page) !== -1) return
    const id = newId()
    requested.set(id, page)
    send({ kind: 'films', id, offset: page * pageLength, limit: pageLength, ...filter })
  }

  return {
    state,
    /** Requests missing pages around an index. */
    near(at: number): void {
      const { pages, total, isKnown } = state.get()
      const page = Math.floor(at / pageLength)
      for (const one of [page, page + 1, page - 1]) {
        if (one < 0 || (isKnown && one > 0 && one * pageLength >= total)) continue
        if (!isKnown && one > 0) continue
        if (!pages[one]) request(one)
      }
    },
    /** After a reconnect or a library change: requests all pages again, the current ones stay until then. */
    again(at: number): void {
      requested.clear()
      const page = Math.floor(at / pageLength)
      request(0)
      if (page > 0) request(page)
    },
    addFilms({ id, data, total }: Extract<ToScreen, { kind: 'films' }>, at: number): void {
      const page = requested.get(id)
      if (page === undefined) return
      requested.delete(id)
      const old = state.get()
      const pageNow = Math.floor(at / pageLength)
      const pages: Record<number, ScreenFilm[]> = {}
      for (const [one, films] of Object.entries(old.pages))
        if (Math.abs(Number(one) - pageNow) * 2 < pagesKept && total === old.total) pages[Number(one)] = films
      pages[page] = data
      state.set({ isKnown: true, total, pages })
    },
  }
}

export function filmAt({ pages }: ShelfState, at: number): ScreenFilm | undefined {
  return pages[Math.floor(at / pageLength)]?.[at % pageLength]
}

export function shelfRows({ total }: ShelfState): number {
  return Math.ceil(total / rowLength)
}

/** How many films are in a row of the shelf. */
export function shelfRowLength({ total }: ShelfState, row: number): number {
  return Math.max(0, Math.min(rowLength, total - row * rowLength))
}
