/** Byte ranges of one download that are still to come, divided among its connections. Ends are exclusive. */

/** Below this a further connection costs more than it brings. */
export const minRangeBytes = 4 * 1024 * 1024

/** written: on the disk up to here; received: accepted from the connection up to here; coveredTo: end of what the connection was asked for. */
export type FileRange = { written: number; received: number; end: number; coveredTo: number; isTaken: boolean }
/** take: a range for one more connection. release: its connection ended. shorten: leaves it only so many bytes more. */
export type Ranges = {
  take: () => FileRange | undefined
  release: (range: FileRange) => void
  shorten: (range: FileRange, bytes: number) => void
  isDone: () => boolean
  remaining: () => [number, number][]
}

/** remaining: [from, end] pairs in order; end Infinity: the length is unknown. */
export function createRanges(remaining: readonly (readonly [number, number])[]): Ranges {
  let list = remaining.map(([from, end]) => rangeOf(from, end))

  function splitLargest(): FileRange | undefined {
    const largest = list
      .filter((range) => Number.isFinite(range.end) && range.end - range.received >= 2 * minRangeBytes)
      .toSorted((a, b) => b.end - b.received - (a.end - a.received))[0]
    if (!largest) return undefined
    const middle = Math.ceil((largest.received + largest.end) / 2)
    const rest = rangeOf(middle, largest.end)
    largest.end = middle
    list = [...list, rest].toSorted((a, b) => a.written - b.written)
    return rest
  }

  /** A connection goes on into the untouched range after its own where it was asked for those bytes. */
  function absorb(): void {
    for (const range of list.filter(({ isTaken }) => isTaken)) {
      for (;;) {
        const next = list.find((other) => !other.isTaken && other.written === range.end)
        if (!next || next.end > range.coveredTo) break
        range.end = next.end
        list = list.filter((other) => other !== next)
      }
    }
  }

  return {
    /** A range for one more connection: one that is free, or half of the largest; undefined if there is none worth it. */
    take(): FileRange | undefined {
      const range = list.find(({ isTaken }) => !isTaken) ?? splitLargest()
      if (range) Object.assign(range, { isTaken: true, coveredTo: range.end })
      return range
    },
    /** Its connection ended; what it did not bring is free again. */
    release(range: FileRange): void {
      Object.assign(range, { isTaken: false, received: range.written })
      if (range.written >= range.end) list = list.filter((other) => other !== range)
      absorb()
    },
    /** Leaves this connection only so many bytes more. */
    shorten(range: FileRange, bytes: number): void {
      if (range.end - range.received <= bytes) return
      const rest = rangeOf(range.received + bytes, range.end)
      range.end = rest.written
      list = [...list, rest].toSorted((a, b) => a.written - b.written)
    },
    isDone: (): boolean => list.length === 0,
    remaining: (): [number, number][] => list.map(({ written, end }) => [written, end]),
  }
}

export function rangeOf(from: number, end: number): FileRange {
  return { written: from, received: from, end, coveredTo: end, isTaken: false }
}
