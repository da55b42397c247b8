/** The focused film in the rows of the library. */
import { rowCount, slotsOf, type Slot } from '../shelf.ts'
import { update, type TvContext } from './state.ts'

export function focusedSlot({ state, shelf }: TvContext): Slot | undefined {
  const { row, column } = state.get()
  return slotsOf(shelf.state.get(), row)[column]
}

/** The index of the focused film in the list of all films. */
export function focusedIndex(tv: TvContext): number {
  const slot = focusedSlot(tv)
  return slot?.list === 'all' ? slot.at : 0
}

export function moveFocus(tv: TvContext, rows: number, columns: number): void {
  const films = tv.shelf.state.get()
  const { row, column } = tv.state.get()
  const last = rowCount(films) - 1
  if (last < 0) return
  const nextRow = Math.max(0, Math.min(last, row + rows))
  const length = slotsOf(films, nextRow).length
  const target = column + columns
  // Moves past the end of a row to the next one.
  if (columns > 0 && target >= length && nextRow < last) update(tv, { row: nextRow + 1, column: 0 })
  else if (columns < 0 && target < 0 && nextRow > 0)
    update(tv, { row: nextRow - 1, column: slotsOf(films, nextRow - 1).length - 1 })
  else update(tv, { row: nextRow, column: Math.max(0, Math.min(length - 1, target)) })
  tv.shelf.near(focusedIndex(tv))
}

export function setFocus(tv: TvContext, row: number, column: number): void {
  update(tv, { row, column })
  tv.shelf.near(focusedIndex(tv))
}

/** Requests the films around the focus again. */
export function reloadShelf(tv: TvContext): void {
  tv.shelf.again(focusedIndex(tv))
}
