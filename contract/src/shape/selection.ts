/** A choice of files by their indexes: a list, or ranges as text such as '1-5,7' (wire.md). */

/** Limit of the text, in characters. */
export const selectionMaxLength = 32 * 1024

export type Selection = {
  has(index: number): boolean
  isEmpty: boolean
  /** The largest index, 0 if empty. */
  last: number
  /** Ranges in order, joined where they touch: equal choices have equal text. */
  text: string
}
type Range = [from: number, to: number]

/** Indexes begin at 1. */
const rangesPattern = /^([1-9]\d{0,8}(-[1-9]\d{0,8})?(,[1-9]\d{0,8}(-[1-9]\d{0,8})?)*)?$/

/** Text of ranges that all go upwards; '' chooses nothing. */
export function isSelectionText(text: string): boolean {
  return rangesPattern.test(text) && rangesOf(text).every(([from, to]) => from <= to)
}

/** Text must be valid by isSelectionText. */
export function selectionOf(chosen: string | readonly number[]): Selection {
  const ranges = joined(typeof chosen === 'string' ? rangesOf(chosen) : chosen.map((index): Range => [index, index]))
  return {
    has: (index) => isWithin(ranges, index),
    isEmpty: ranges.length === 0,
    last: ranges.at(-1)?.[1] ?? 0,
    text: ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(','),
  }
}

function rangesOf(text: string): Range[] {
  if (text === '') return []
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.split('-')
    return [Number(from), Number(to)]
  })
}

function joined(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = result.at(-1)
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to)
    else result.push([from, to])
  }
  return result
}

/** By halving: a list of files asks once for each of them. */
function isWithin(ranges: Range[], index: number): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = ranges[middle] ?? [0, -1]
    if (index < from) high = middle - 1
    else if (index > to) low = middle + 1
    else return true
  }
  return false
}
