/** A set of slots as one byte each: asking 100,000 slots takes a tenth of the time of a Set. */

/** marks: 1 for the slots in it; shorter than the library if the rest is not in it. count: how many are in it. */
export type SlotSet = { marks: Uint8Array; count: number }

export function slotSet(slots: Iterable<number>): SlotSet {
  const all = [...slots]
  const marks = new Uint8Array(all.reduce((most, slot) => Math.max(most, slot + 1), 0))
  let count = 0
  for (const slot of all) {
    if (marks[slot] === 0) count += 1
    marks[slot] = 1
  }
  return { marks, count }
}

export function hasSlot({ marks }: SlotSet, slot: number | undefined): boolean {
  return slot !== undefined && marks[slot] === 1
}
