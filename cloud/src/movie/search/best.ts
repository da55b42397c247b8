/** The first few of many slots by their rank, without sorting them all. */

/** A longer part is cut out of the sorted whole. */
const maxFew = 1_000

/** rankOf: the lowest first. idOf: slots of equal rank are in the order of their ids. */
export type Ranking = { rankOf: (slot: number) => number; idOf: (slot: number) => string }
type Ranked = { slot: number; rank: number }

/** Slots from position `from` to position `to` in the order of their ranks. */
export function bestSlots(slots: readonly number[], ranking: Ranking, [from, to]: [number, number]): number[] {
  const ranked = to <= maxFew ? lowest(slots, ranking, to) : sorted(slots, ranking)
  return ranked.slice(from, to).map(({ slot }) => slot)
}

function compare({ idOf }: Ranking, one: Ranked, other: Ranked): number {
  return one.rank - other.rank || (idOf(one.slot) < idOf(other.slot) ? -1 : 1)
}

function sorted(slots: readonly number[], ranking: Ranking): Ranked[] {
  return slots.map((slot) => ({ slot, rank: ranking.rankOf(slot) })).toSorted((one, other) => compare(ranking, one, other))
}

/** Most slots are compared with the last one that counts, and no more. */
function lowest(slots: readonly number[], ranking: Ranking, most: number): Ranked[] {
  const best: Ranked[] = []
  for (const slot of slots) {
    const rank = ranking.rankOf(slot)
    const last = best.length >= most ? best.at(-1) : undefined
    // Most slots end here.
    if (last && (rank > last.rank || (rank === last.rank && ranking.idOf(slot) > ranking.idOf(last.slot)))) continue
    const ranked = { slot, rank }
    let index = best.length
    for (; index > 0; index -= 1) {
      const before = best[index - 1]
      if (!before || compare(ranking, before, ranked) < 0) break
    }
    best.splice(index, 0, ranked)
    if (best.length > most) best.pop()
  }
  return best
}
