/** Scroll anchoring: whether to correct the scroll position when a row's measured height differs from its estimate. */

type Row = { index: number; start: number; size: number; end: number }
type Now = {
  /** The estimated height of an unmeasured row. */
  likely: number
  /** Scroll offset, window height, and whether the user scrolls upwards. */
  at: number
  high: number
  isUpward: boolean
  /** The row that was first before a prepend. */
  head: Row | undefined
}

export function keepScrollPosition(row: Row, { likely, at, high, isUpward, head }: Now): boolean {
  // A measured row grows in place (a picture loads); it shifts the scroll only if it is entirely above.
  if (row.size !== likely) return row.end <= at && !isUpward
  // Prepended rows are in view before they are measured.
  return row.start < at || (head !== undefined && row.index < head.index && head.start < at + high)
}
