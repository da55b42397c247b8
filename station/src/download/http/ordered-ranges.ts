/** Byte ranges of a video that is watched while it loads: its connections work on small pieces just behind what is there, in order. */
import { rangeOf, type FileRange, type Ranges } from '../engine/ranges.ts'

const mebibyte = 1024 * 1024
/** The first pieces are small, so that what plays next is soon there without a gap. */
const firstPieces = { bytes: mebibyte, within: 8 * mebibyte }
const pieceBytes = 4 * mebibyte
/** An mp4 may have its index at its end, an mkv its cues. */
const maxTailBytes = mebibyte
const tailShare = 0.02
/** A connection that is called elsewhere still brings this much. */
const restBytes = 16 * 1024

/** From this size on several connections are worth it. */
export const orderedMinBytes = 2 * firstPieces.bytes

/** first: already taken by the connection that is open, undefined if none is. */
export function createOrderedRanges(
  remaining: readonly (readonly [number, number])[],
  { total, first }: { total: number; first: FileRange | undefined },
): Ranges & { want: (position: number) => void } {
  let list = remaining.map(([from, end]) => (first?.written === from ? first : rangeOf(from, end)))
  /** The position that was last fetched in order, or called for. */
  let front = list[0]?.written ?? 0
  /** Fetched before everything else, the next first. */
  let urgent = [total - Math.min(maxTailBytes, Math.floor(total * tailShare))]
  // The open connection goes on to the tail, and through it, until another has shown that the server sends ranges.
  const [tail = total] = urgent
  if (first && first.written < tail && tail < first.end) cutAt(first, tail)

  const freeAt = (position: number) => list.find((range) => !range.isTaken && range.written <= position && position < range.end)

  function cutAt(range: FileRange, position: number): FileRange {
    if (position <= range.written) return range
    const rest = rangeOf(position, range.end)
    range.end = position
    list = [...list, rest].toSorted((a, b) => a.written - b.written)
    return rest
  }

  function nextUrgent(): FileRange | undefined {
    for (let position = urgent.shift(); position !== undefined; position = urgent.shift()) {
      const range = freeAt(position)
      if (range) return cutAt(range, position)
    }
    return undefined
  }

  function nextInOrder(): FileRange | undefined {
    const free = list.filter(({ isTaken }) => !isTaken)
    const ahead = free.find(({ end }) => end > front)
    return ahead ? cutAt(ahead, front) : free[0]
  }

  return {
    take() {
      const range = nextUrgent() ?? nextInOrder()
      if (!range) return undefined
      const isEarly = range.written - front < firstPieces.within
      const bytes = isEarly ? firstPieces.bytes : pieceBytes
      if (range.end - range.written > bytes) cutAt(range, range.written + bytes)
      return Object.assign(range, { isTaken: true, coveredTo: range.end })
    },
    release(range) {
      Object.assign(range, { isTaken: false, received: range.written })
      if (range.written >= range.end) list = list.filter((other) => other !== range)
      for (const open of list.filter(({ isTaken }) => isTaken)) {
        const next = list.find((other) => !other.isTaken && other.written === open.end && other.end <= open.coveredTo)
        if (!next) continue
        open.end = next.end
        list = list.filter((other) => other !== next)
      }
    },
    shorten(range, bytes) {
      if (range.end - range.received > bytes) cutAt(range, range.received + bytes)
      range.coveredTo = range.end
    },
    /** A player waits for this byte: it is fetched next, and then what follows it. */
    want(position) {
      if (!freeAt(position)) return
      front = position
      urgent = [position, ...urgent.filter((other) => other !== position)]
      const farthest = list.findLast(({ isTaken }) => isTaken)
      if (farthest) this.shorten(farthest, restBytes)
    },
    isDone: () => list.length === 0,
    remaining: () => list.map(({ written, end }) => [written, end]),
  }
}
