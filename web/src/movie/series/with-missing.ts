/** Puts the episodes that a season lacks between those that are here, each at its place. */
import type { MissingEpisode } from '@homeport/contract/feed/wish.ts'

/** A row of the list: a missing episode, or the position of one that is here among its own. */
export type SeasonRow = { missing: MissingEpisode } | { at: number }

/** count: how many are here, which may lag behind what the box says of the missing ones. */
export function seasonRow(missing: readonly MissingEpisode[], count: number, index: number): SeasonRow {
  let before = 0
  for (const one of missing) {
    const position = Math.min(one.after, count) + before
    if (position === index) return { missing: one }
    if (position > index) break
    before += 1
  }
  return { at: index - before }
}
