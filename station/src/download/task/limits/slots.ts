/**
 * The tasks that have a job in the engine; the others wait in the table, so ten thousand of them cost the engine nothing. One that brings nothing
 * goes on trying beside the limit, so that dead links do not stop the queue.
 */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import { isFruitless } from '../../table/retry.ts'
import type { TaskRow } from '../../table/task-row.ts'

const stalledAfterMs = 60_000
/** The time without a first byte until a download no longer counts: the queue goes on past silent links (promise 53). */
const silentAfterMs = 10_000
/** Where many wait it is less, so that each has its turn within this; down to the time that a slow server may take to begin. */
const turnsWithinMs = 40_000
const shortestSilentMs = 3_000
/** So many may be tried at once beyond the limit while those before them brought nothing: as many as have proved so. */
const maxTrials = 64
/** How many that never brought a byte may stand beside it, and how many times the limit after a whole minute. */
const maxSilent = 128
const besideTimes = 2
/** Bytes a second below which a link is slow, as the app says it too (60 KB in 45 s). */
const slowBytesPerSecond = 1_365
/** Under a limit of speed it is a part of an equal share. */
const slowShare = 1 / 4
/** How many times the limit slow ones may stand beside it: on a thin line all are slow. */
const slowTimes = 4

/** downLimit: bytes a second that the box may download, 0: no limit. */
export type SlotsDeps = { limit: () => number; downLimit: () => number; now: () => number }
export type Slots = ReturnType<typeof createSlots>
/** Why a task is put off for others. stalled: no byte for a minute; early: none so far, and many wait; slow: a few bytes a second. */
export type ParkReason = 'stalled' | 'early' | 'slow'
/**
 * down: bytes that are here. isAgain: its try before brought nothing. isTrial: it was taken beyond the limit. proof: what it turned out to be.
 * canBeSlow: its bytes come one after another, and nobody limits them. from, fromAt: where its speed is measured from.
 */
type Slot = {
  down: number
  isTrial: boolean
  proof: 'none' | 'useless' | 'good'
  hasBrought: boolean
  isAgain: boolean
  movedAt: number
  canBeSlow: boolean
  from: number
  fromAt: number
}
type Entrant = Pick<TaskRow, 'task_id' | 'down_size' | 'tries' | 'tried_size'> & Partial<Pick<TaskRow, 'kind' | 'down_limit'>>
const steadyKinds = new Set<TaskKind | undefined>(['http', 'ftp', 'sftp'])

/** Trials double from round to round, up to their bound. */
function silentMsOf(waiting: number, limit: number): number {
  if (waiting === 0 || limit === 0) return silentAfterMs
  const rounds = Math.log2(1 + waiting / limit) + waiting / maxTrials
  return Math.min(silentAfterMs, Math.max(shortestSilentMs, turnsWithinMs / rounds))
}

export function createSlots({ limit, downLimit, now }: SlotsDeps) {
  const taken = new Map<string, Slot>()
  /** Their earlier job is being removed first. */
  const held = new Set<string>()
  let lastLimit = limit()
  /** Since nobody waited. */
  let mostWaiting = 0
  /** How many proved useless since one proved good. */
  let useless = 0

  const quietMs = ({ movedAt }: Slot): number => now() - movedAt
  const silentMs = (): number => silentMsOf(mostWaiting, limit())
  const isBeside = (slot: Slot): boolean => quietMs(slot) >= (slot.hasBrought ? stalledAfterMs : silentMs())
  const isMeasured = ({ fromAt }: Slot): boolean => now() - fromAt >= silentMs()
  const isSlow = (slot: Slot): boolean => {
    const bytes = slot.down - slot.from
    return slot.canBeSlow && isMeasured(slot) && bytes > 0 && bytes < enoughBytes(slot)
  }
  const slowest = (): number =>
    downLimit() === 0 ? slowBytesPerSecond : Math.min(slowBytesPerSecond, (slowShare * downLimit()) / taken.size)
  const enoughBytes = ({ fromAt }: Slot): number => (slowest() * (now() - fromAt)) / 1_000
  const slowOnes = () => [...taken].filter(([, slot]) => !isBeside(slot) && isSlow(slot))
  const counted = (): string[] => {
    const slow = new Map(slowOnes().slice(0, mostWaiting > 0 ? Infinity : slowTimes * limit()))
    return [...taken].filter(([task_id, slot]) => !isBeside(slot) && !slow.has(task_id)).map(([task_id]) => task_id)
  }
  const good = () => [...taken].filter(([, slot]) => slot.proof === 'good' && !isBeside(slot))
  /** Beyond the limit, for those that were never tried. */
  const trials = (): number => {
    for (const slot of taken.values()) {
      if (slot.proof !== 'none' || (!isSlow(slot) && (slot.hasBrought || !isBeside(slot)))) continue
      slot.proof = 'useless'
      useless += 1
    }
    return limit() === 0 || good().length >= limit() ? 0 : Math.min(useless, maxTrials)
  }
  const provesGood = (slot: Slot): void => {
    if (slot.proof !== 'good') useless = 0
    slot.proof = 'good'
  }
  const rateOf = ({ down, from, fromAt }: Slot): number => (down - from) / (now() - fromAt)
  /** Without those that hold their place only while nobody waits who was never tried. */
  const firm = (): string[] =>
    counted().filter((task_id) => {
      const slot = taken.get(task_id)
      return slot?.hasBrought || !slot?.isAgain
    })
  /** The one that has brought nothing for the longest time first. */
  const quietFrom = (ms: number): [string, Slot][] =>
    [...taken].filter(([, slot]) => quietMs(slot) >= ms).toSorted(([, a], [, b]) => a.movedAt - b.movedAt)

  return {
    has: (task_id: string): boolean => taken.has(task_id),
    hold: (task_id: string): void => void held.add(task_id),
    letGo: (task_id: string): void => void held.delete(task_id),
    isHeld: (task_id: string): boolean => held.has(task_id),
    canTake: (row: Entrant): boolean =>
      taken.has(row.task_id) || (isFruitless(row) ? limit() > counted().length : limit() + trials() > firm().length),
    ids: (): string[] => [...taken.keys()],
    take(row: Entrant): void {
      if (taken.has(row.task_id)) return
      const canBeSlow = steadyKinds.has(row.kind) && (row.down_limit ?? 0) === 0
      const measured = { down: row.down_size, from: row.down_size, fromAt: now(), movedAt: now(), canBeSlow }
      const isTrial = counted().length >= limit()
      taken.set(row.task_id, { ...measured, hasBrought: false, isAgain: isFruitless(row), isTrial, proof: 'none' })
    },
    release: (task_id: string): void => void taken.delete(task_id),
    /** down: bytes that are here now; fewer than before while they are being verified or were dropped. */
    note(task_id: string, down: number): void {
      const slot = taken.get(task_id)
      if (slot && slot.down < down) Object.assign(slot, { hasBrought: true, movedAt: now() })
      if (!slot) return
      slot.down = down
      if (down < slot.from) Object.assign(slot, { from: down, fromAt: now() })
      if (!isMeasured(slot) || down - slot.from < enoughBytes(slot)) return
      Object.assign(slot, { from: down, fromAt: now() })
      provesGood(slot)
    },
    /** count: those that wait for their first try. */
    noteWaiting(count: number): void {
      mostWaiting = count === 0 ? 0 : Math.max(mostWaiting, count)
      if (count === 0) useless = 0
    },
    /** How many more tasks may get a job. */
    free: (): number => limit() - counted().length,
    /** How many that were never tried may. */
    freeForNew: (): number => limit() + trials() - firm().length,
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
    /** Trials that are good, and how many of them there is no place for: they wait for their turn. */
    surplus(): { trials: string[]; count: number } {
      const all = good()
      const trials = all.filter(([, slot]) => slot.isTrial).map(([task_id]) => task_id)
      const count = Math.min(trials.length, all.length - limit())
      if (count <= 0) for (const [, slot] of all) slot.isTrial = false
      return { trials, count: Math.max(0, count) }
    },
    /** Those for which there is no place beside the limit. */
    toPark(): Map<string, ParkReason> {
      const stalled = quietFrom(stalledAfterMs)
      const silent = quietFrom(silentMs()).filter(([, slot]) => !slot.hasBrought)
      // Under a bound of its own, since each has a minute while nobody waits.
      const early = mostWaiting > 0 ? silent.slice(0, Math.max(0, silent.length - maxSilent)) : []
      const slow = mostWaiting > 0 ? slowOnes().toSorted(([, a], [, b]) => rateOf(a) - rateOf(b)) : []
      return new Map<string, ParkReason>([
        ...slow.slice(0, Math.max(0, slow.length - slowTimes * limit())).map(([id]) => [id, 'slow'] as const),
        ...early.map(([id]) => [id, 'early'] as const),
        ...stalled.slice(0, Math.max(0, stalled.length - besideTimes * limit())).map(([id]) => [id, 'stalled'] as const),
      ])
    },
  }
}
