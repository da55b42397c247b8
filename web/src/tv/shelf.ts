/** The library as rows of seven films: recently watched ones first, then all; pages load as the focus approaches them. */
import type { ScreenFilm, SentByScreen, ToScreen } from '@homeport/contract/screen-page.ts'
import { observable } from '../kit/observable.ts'
import { newId } from '../kit/id.ts'

export const rowLength = 7
const pageLength = 7 * rowLength
/** Pages kept around the focus: a large library would exceed a TV's small memory. */
const pagesKept = 5

/** at: index in its own list. */
export type Slot = { list: 'recent' | 'all'; at: number }
export type ShelfState = { isKnown: boolean; total: number; recent: ScreenFilm[]; pages: Record<number, ScreenFilm[]> }
export type Shelf = ReturnType<typeof createShelf>

export function createShelf(send: (word: SentByScreen) => void) {
  const state = observable<ShelfState>({ isKnown: false, total: 0, recent: [], pages: {} })
  const requested = new Map<string, number>()

  function ask(page: number): void {
    if ([...requested.values()].indexOf(page) !== -1) return
    const id = newId()
    requested.set(id, page)
    send({ kind: 'films', id, offset: page * pageLength, limit: pageLength })
  }

  return {
    state,
    /** Requests missing pages around an index of `all`. */
    near(at: number): void {
      const { pages, total, isKnown } = state.get()
      const page = Math.floor(at / pageLength)
      for (const one of [page, page + 1, page - 1]) {
        if (one < 0 || (isKnown && one > 0 && one * pageLength >= total)) continue
        if (!isKnown && one > 0) continue
        if (!pages[one]) ask(one)
      }
    },
    /** After a reconnect or a library change: requests all pages again, the current ones stay until then. */
    again(at: number): void {
      requested.clear()
      const page = Math.floor(at / pageLength)
      ask(0)
      if (page > 0) ask(page)
    },
    addFilms({ id, data, total, recent }: Extract<ToScreen, { kind: 'films' }>, at: number): void {
      const page = requested.get(id)
      if (page === undefined) return
      requested.delete(id)
      const old = state.get()
      const pageNow = Math.floor(at / pageLength)
      const kept = Object.entries(old.pages).filter(
        ([one]) => Math.abs(Number(one) - pageNow) * 2 < pagesKept && total === old.total,
      )
      const pages: Record<number, ScreenFilm[]> = Object.fromEntries(kept)
      pages[page] = data
      state.set({ isKnown: true, total, pages, recent: page === 0 ? recent : old.recent })
    },
  }
}

export function filmAt({ recent, pages }: ShelfState, { list, at }: Slot): ScreenFilm | undefined {
  return list === 'recent' ? recent[at] : pages[Math.floor(at / pageLength)]?.[at % pageLength]
}

export function rowCount({ recent, total }: ShelfState): number {
  return (recent.length > 0 ? 1 : 0) + Math.ceil(total / rowLength)
}

/** The places of a row, left to right. */
export function slotsOf({ recent, total }: ShelfState, row: number): Slot[] {
  const isRecent = recent.length > 0 && row === 0
  const first = isRecent ? 0 : (row - (recent.length > 0 ? 1 : 0)) * rowLength
  const length = Math.min(rowLength, (isRecent ? recent.length : total) - first)
  return Array.from({ length: Math.max(0, length) }, (_, column) => ({ list: isRecent ? 'recent' : 'all', at: first + column }))
}
