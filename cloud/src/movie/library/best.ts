/** The first few of many slots by their rank, without sorting them all. */

/** A longer part is cut out of the sorted whole. */
const fewMost = 1_000

/** Slots from place `from` to place `to` in the order of their ranks, the lowest first. */
export function bestSlots(slots: readonly number[], rankOf: (slot: number) => number, [from, to]: [number, number]): number[] {
  const ranked = to <= fewMost ? lowest(slots, rankOf, to) : sorted(slots, rankOf)
  return ranked.slice(from, to).map(({ slot }) => slot)
}

type Ranked = { slot: number; rank: number }

function sorted(slots: readonly number[], rankOf: (slot: number) => number): Ranked[] {
  return slots.map((slot) => ({ slot, rank: rankOf(slot) })).toSorted((a, b) => a.rank - b.rank)
}

/** Most slots are compared with the last one that counts, and no more. */
function lowest(slots: readonly number[], rankOf: (slot: number) => number, most: number): Ranked[] {
  const kept: Ranked[] = []
  for (const slot of slots) {
    const rank = rankOf(slot)
    if (kept.length >= most && rank >= (kept.at(-1)?.rank ?? 0)) continue
    let place = kept.length
    while (place > 0 && (kept[place - 1]?.rank ?? 0) > rank) place -= 1
    kept.splice(place, 0, { slot, rank })
    if (kept.length > most) kept.pop()
  }
  return kept
}
