/**
 * The tasks that have a job in the engine; the others wait in the table, so ten thousand of them cost the engine nothing. One that brings nothing
 * goes on trying beside the limit, so that dead links do not stop the queue.
 */
const stalledAfterMs = 60_000
/** How many times the limit may stand beside it. */
const besideTimes = 2

export type SlotsParts = { limit: () => number; now: () => number }
export type Slots = ReturnType<typeof createSlots>
type Slot = { down: number; movedAt: number }

export function createSlots({ limit, now }: SlotsParts) {
  const taken = new Map<string, Slot>()
  /** Their earlier job is being removed first. */
  const held = new Set<string>()
  let lastLimit = limit()

  const isStalled = (slot: Slot): boolean => now() - slot.movedAt >= stalledAfterMs
  const counted = (): string[] => [...taken].filter(([, slot]) => !isStalled(slot)).map(([task_id]) => task_id)
  const stalled = (): string[] =>
    [...taken]
      .filter(([, slot]) => isStalled(slot))
      .toSorted(([, a], [, b]) => a.movedAt - b.movedAt)
      .map(([task_id]) => task_id)

  return {
    has: (task_id: string): boolean => taken.has(task_id),
    hold: (task_id: string): void => void held.add(task_id),
    letGo: (task_id: string): void => void held.delete(task_id),
    isHeld: (task_id: string): boolean => held.has(task_id),
    canTake: (task_id: string): boolean => taken.has(task_id) || limit() > counted().length,
    ids: (): string[] => [...taken.keys()],
    take(task_id: string): void {
      if (!taken.has(task_id)) taken.set(task_id, { down: 0, movedAt: now() })
    },
    release: (task_id: string): void => void taken.delete(task_id),
    /** down: bytes that are here now. */
    note(task_id: string, down: number): void {
      const slot = taken.get(task_id)
      if (slot && slot.down !== down) Object.assign(slot, { down, movedAt: now() })
    },
    /** How many more tasks may get a job. */
    free: (): number => limit() - counted().length,
    /** Those that count against the limit. */
    counted,
    /** Nothing may run at all. */
    isClosed: (): boolean => limit() === 0,
    /** Once after the limit was lowered. One that moves again after a while is left, though it is over the limit. */
    isLowered(): boolean {
      const isLower = limit() < lastLimit
      lastLimit = limit()
      return isLower
    },
    /** Those for which there is no place beside the limit; they have brought nothing for the longest time. */
    toPark: (): string[] => stalled().slice(0, Math.max(0, stalled().length - besideTimes * limit())),
  }
}
