/** Whether what one reads is to stay where it is when a row turns out taller or lower than was thought: what lies above it gives way. */

type Row = { index: number; start: number; size: number; end: number }
type Now = {
  /** What a row that nobody has seen is taken for. */
  likely: number
  /** How far down the page is scrolled, how high its window is, and whether one goes upwards. */
  at: number
  high: number
  isUpward: boolean
  /** The row that was the first before earlier ones came in. */
  head: Row | undefined
}

export function keepScrollPosition(row: Row, { likely, at, high, isUpward, head }: Now): boolean {
  // One that was seen grows where it is, as a picture of it comes in; only what has gone by altogether pushes.
  if (row.size !== likely) return row.end <= at && !isUpward
  // Rows that come in above what one reads are in sight before they have their height.
  return row.start < at || (head !== undefined && row.index < head.index && head.start < at + high)
}
