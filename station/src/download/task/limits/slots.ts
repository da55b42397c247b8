/**
 * The tasks that have a job in the engine; the others wait in the table, so ten thousand of them cost the engine nothing. One that brings nothing
 * goes on trying beside the limit, so that dead links do not stop the queue.
 */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import { isFruitless } from '../../table/retry.ts'
import type { TaskRow } from '../../table/task-row.ts'

const stalledAfterMs = 60_000
/** The time without a first byte until a download no longer counts: the queue goes on past a few rounds of silent links within a minute (promise 53). */
const silentAfterMs = 10_000
/** Where many wait it is less, so that each has its turn within this; down to the time that a slow server may take to begin. */
const turnsWithinMs = 40_000
const shortestSilentMs = 3_000
/** How many times the limit may stand beside it, after a whole minute without a byte. */
const besideTimes = 2
/** Bytes a second below which a link is slow, as the app says it too (60 KB in 45 s). */
const slowBytesPerSecond = 1_365
/** How many times the limit slow ones may stand beside it: on a thin line all are slow. */
const slowTimes = 4

/** downLimit: bytes a second that the box may download, 0: no limit. */
export type SlotsDeps = { limit: () => number; downLimit: () => number; now: () => number }
export type Slots = ReturnType<typeof createSlots>
/** down: bytes that are here. isAgain: its try before brought nothing. canBeSlow: its bytes come one after another, and nobody limits them. from, fromAt: where its speed is measured from. */
type Slot = {
  down: number
  hasBrought: boolean
  isAgain: boolean
  movedAt: number
  canBeSlow: boolean
  from: number
  fromAt: number
}
type Entrant = Pick<TaskRow, 'task_id' | 'down_size' | 'tries' | 'tried_size'> & Partial<Pick<TaskRow, 'kind' | 'down_limit'>>
const steadyKinds = new Set<TaskKind | undefined>(['http', 'ftp', 'sftp'])

export function createSlots({ limit, downLimit, now }: SlotsDeps) {
  const taken = new Map<string, Slot>()
  /** Their earlier job is being removed first. */
  const held = new Set<string>()
  let lastLimit = limit()
  /** Since nobody waited. */
  let mostWaiting = 0

  const quietMs = ({ movedAt }: Slot): number => now() - movedAt
  const silentMs = (): number =>
    Math.min(silentAfterMs, Math.max(shortestSilentMs, mostWaiting > 0 ? (turnsWithinMs * limit()) / mostWaiting : Infinity))
  const isBeside = (slot: Slot): boolean => quietMs(slot) >= (slot.hasBrought ? stalledAfterMs : silentMs())
  const isMeasured = ({ fromAt }: Slot): boolean => now() - fromAt >= silentMs()
  const isSlow = (slot: Slot): boolean => {
    const bytes = slot.down - slot.from
    return slot.canBeSlow && downLimit() === 0 && isMeasured(slot) && bytes > 0 && bytes < enoughBytes(slot)
  }
  const enoughBytes = ({ fromAt }: Slot): number => (slowBytesPerSecond * (now() - fromAt)) / 1_000
  const counted = (): string[] => {
    const moving = [...taken].filter(([, slot]) => !isBeside(slot))
    const slow = new Set(moving.filter(([, slot]) => isSlow(slot)).slice(0, slowTimes * limit()))
    return moving.filter((entry) => !slow.has(entry)).map(([task_id]) => task_id)
  }
  /** Without those that hold their place only while nobody waits who was never tried. */
  const firm = (): string[] =>
    counted().filter((task_id) => {
      const slot = taken.get(task_id)
      return slot?.hasBrought || !slot?.isAgain
    })
  const stalled = (): string[] =>
    [...taken]
      .filter(([, slot]) => quietMs(slot) >= stalledAfterMs)
      .toSorted(([, a], [, b]) => a.movedAt - b.movedAt)
      .map(([task_id]) => task_id)

  return {
    has: (task_id: string): boolean => taken.has(task_id),
    hold: (task_id: string): void => void held.add(task_id),
    letGo: (task_id: string): void => void held.delete(task_id),
    isHeld: (task_id: string): boolean => held.has(task_id),
    canTake: (row: Entrant): boolean => taken.has(row.task_id) || limit() > (isFruitless(row) ? counted() : firm()).length,
    ids: (): string[] => [...taken.keys()],
    take(row: Entrant): void {
      if (taken.has(row.task_id)) return
      const canBeSlow = steadyKinds.has(row.kind) && (row.down_limit ?? 0) === 0
      const measured = { down: row.down_size, from: row.down_size, fromAt: now() }
      taken.set(row.task_id, { ...measured, hasBrought: false, isAgain: isFruitless(row), movedAt: now(), canBeSlow })
    },
    release: (task_id: string): void => void taken.delete(task_id),
    /** down: bytes that are here now; fewer than before while they are being verified or were dropped. */
    note(task_id: string, down: number): void {
      const slot = taken.get(task_id)
      if (slot && slot.down < down) Object.assign(slot, { hasBrought: true, movedAt: now() })
      if (!slot) return
      slot.down = down
      if (down < slot.from || (isMeasured(slot) && down - slot.from >= enoughBytes(slot)))
        Object.assign(slot, { from: down, fromAt: now() })
    },
    /** count: those that wait for their first try. */
    noteWaiting: (count: number): void => void (mostWaiting = count === 0 ? 0 : Math.max(mostWaiting, count)),
    /** How many more tasks may get a job. */
    free: (): number => limit() - counted().length,
    /** How many that were never tried may. */
    freeForNew: (): number => limit() - firm().length,
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
