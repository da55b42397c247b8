/** The view that a player has of an unfinished file: which bytes are there, and when more come. */
import type { Ranges } from './ranges.ts'

/** isContinued: what was there before it began is still the same file. */
export type PartView = {
  path: string
  total: number
  isContinued: boolean
  /** growing: more comes. whole: everything is there. over: nothing more comes into it. */
  state: () => 'growing' | 'whole' | 'over'
  /** End of the bytes that are there from this one on without a gap; this one if it is not there itself. */
  thereTo: (from: number) => number
  /** A player waits for this byte. */
  want: (from: number) => void
  /** Resolves when more is there, or nothing more comes. */
  changed: () => Promise<void>
}

export function createPartView(
  what: Pick<PartView, 'path' | 'total' | 'isContinued' | 'want'>,
  ranges: Pick<Ranges, 'remaining'>,
): PartView & { wrote: () => void; end: (state: 'whole' | 'over') => void } {
  let state: ReturnType<PartView['state']> = 'growing'
  let next = Promise.withResolvers<void>()

  function wrote(): void {
    next.resolve()
    next = Promise.withResolvers()
  }

  return {
    ...what,
    state: () => state,
    thereTo(from) {
      let end = what.total
      for (const [missingFrom, missingTo] of ranges.remaining()) {
        if (missingFrom <= from && from < missingTo) return from
        if (missingFrom > from) end = Math.min(end, missingFrom)
      }
      return end
    },
    changed: () => next.promise,
    wrote,
    end(last) {
      state = last
      wrote()
    },
  }
}
