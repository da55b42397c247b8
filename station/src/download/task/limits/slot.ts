/** One task in the engine: what it brings, and since when it brings too little. */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import type { TaskRow } from '../../table/task-row.ts'

export const stalledAfterMs = 60_000
/** The time without a first byte until a download no longer counts: the queue goes on past silent links (promise 53). */
const silentAfterMs = 10_000
/** Where many wait it is less, so that each has its turn within this; down to the time that a slow server may take to begin. */
const turnsWithinMs = 40_000
const shortestSilentMs = 3_000
/** So many may be tried at once beyond the limit. */
export const maxTrials = 128
/** How many that never brought a byte may stand beside it, and how many times the limit after a whole minute. */
const maxSilent = 128
const besideTimes = 2
/** How many times the limit slow ones may stand beside it: on a thin line all are slow. */
export const slowTimes = 4

/** Why a task is put off for others. stalled: no byte for a minute; early: none so far, and many wait; slow: a few bytes a second. */
export type ParkReason = 'stalled' | 'early' | 'slow'
/**
 * down: bytes that are here; begunWith: at its start. isAgain: its try before brought too little. isTrial: it was taken beyond the limit. proof: what it turned out to be, goodAt: when.
 * isCounted: among the useless ones. isIdle: it brings nothing, or too little, and holds no place. canBeSlow: nobody limits its bytes. from, fromAt: where its speed is measured from; half: its bytes in the middle of that time.
 */
export type Slot = {
  down: number
  begunWith: number
  isTrial: boolean
  proof: 'none' | 'useless' | 'good'
  goodAt: number
  isCounted: boolean
  isIdle: boolean
  hasBrought: boolean
  isAgain: boolean
  movedAt: number
  canBeSlow: boolean
  from: number
  fromAt: number
  half: { from: number; fromAt: number } | undefined
}
export type Entrant = Pick<TaskRow, 'task_id' | 'down_size' | 'is_fruitless'> & Partial<Pick<TaskRow, 'kind' | 'down_limit'>>
/** A live stream brings what is sent, however little. */
const liveKinds = new Set<TaskKind | undefined>(['rtmp', 'mms'])

/** Trials multiply from round to round, up to their bound. */
export function silentMsOf(waiting: number, limit: number): number {
  if (waiting === 0 || limit === 0) return silentAfterMs
  const rounds = Math.log2(1 + waiting / limit) + waiting / maxTrials
  return Math.min(silentAfterMs, Math.max(shortestSilentMs, turnsWithinMs / rounds))
}

export function newSlot(row: Entrant, { now, isTrial }: { now: number; isTrial: boolean }): Slot {
  const canBeSlow = !liveKinds.has(row.kind) && (row.down_limit ?? 0) === 0
  const measured = { down: row.down_size, begunWith: row.down_size, from: row.down_size, fromAt: now, movedAt: now, canBeSlow }
  const unproven = {
    hasBrought: false,
    isIdle: false,
    proof: 'none',
    goodAt: Infinity,
    isCounted: false,
    half: undefined,
  } as const
  return { ...measured, ...unproven, isAgain: row.is_fruitless === 1, isTrial }
}

/** slowest: bytes a second that are not slow. isNew: its first bytes are no speed. undefined: not measured yet. */
export function verdictOf(
  slot: Slot,
  { now, silentMs, slowest, isNew }: { now: number; silentMs: number; slowest: number; isNew: boolean },
) {
  const isMeasured = now - slot.fromAt >= (slot.hasBrought && !slot.canBeSlow ? stalledAfterMs : silentMs)
  const { from, fromAt } = (isNew && slot.half) || slot
  const isEnough = slot.down - from >= (slot.canBeSlow ? (slowest * (now - fromAt)) / 1_000 : 1)
  if (isEnough) return isMeasured || slot.isIdle ? 'enough' : undefined
  return isMeasured ? 'idle' : undefined
}

export function noteHalf(slot: Slot, { now, silentMs }: { now: number; silentMs: number }): void {
  const elapsedMs = now - slot.fromAt
  if (slot.canBeSlow && elapsedMs >= silentMs / 2 && elapsedMs < silentMs) slot.half ??= { from: slot.down, fromAt: now }
}

const rateOf = ({ down, from, fromAt }: Slot, now: number): number => (down - from) / (now - fromAt)

/** Slow, but for the last minute not silent. */
export const isTrickling = (slot: Slot, now: number): boolean =>
  slot.isIdle && slot.hasBrought && now - slot.movedAt < stalledAfterMs

type ParkRequest = { now: number; silentMs: number; isWaiting: boolean; limit: number }

/** Those for which there is no place beside the limit. isWaiting: others wait for their first try. */
export function parked(
  taken: readonly (readonly [string, Slot])[],
  { now, silentMs, isWaiting, limit }: ParkRequest,
): Map<string, ParkReason> {
  /** The one that has brought nothing for the longest time first. */
  const quietFrom = (ms: number) =>
    taken.filter(([, slot]) => now - slot.movedAt >= ms).toSorted(([, a], [, b]) => a.movedAt - b.movedAt)
  const trickling = taken.filter(([, slot]) => isTrickling(slot, now)).toSorted(([, a], [, b]) => rateOf(a, now) - rateOf(b, now))
  const silent = quietFrom(silentMs).filter(([, slot]) => !slot.hasBrought)
  // Under a bound of its own, since each has a minute while nobody waits.
  const early = isWaiting ? beyond(silent, maxSilent) : []
  const slow = isWaiting ? beyond(trickling, slowTimes * limit) : []
  return new Map<string, ParkReason>([
    ...slow.map(([id]) => [id, 'slow'] as const),
    ...early.map(([id]) => [id, 'early'] as const),
    ...beyond(quietFrom(stalledAfterMs), besideTimes * limit).map(([id]) => [id, 'stalled'] as const),
  ])
}

/** The first ones, without the last so many. */
const beyond = <T>(all: readonly T[], count: number): T[] => all.slice(0, Math.max(0, all.length - count))
