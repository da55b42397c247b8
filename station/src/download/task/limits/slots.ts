/**
 * The tasks that have a job in the engine; the others wait in the table, so ten thousand of them cost the engine nothing. One that brings nothing
 * goes on trying beside the limit, so that dead links do not stop the queue.
 */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import type { TaskRow } from '../../table/task-row.ts'

const stalledAfterMs = 60_000
/** The time without a first byte until a download no longer counts: the queue goes on past silent links (promise 53). */
const silentAfterMs = 10_000
/** Where many wait it is less, so that each has its turn within this; down to the time that a slow server may take to begin. */
const turnsWithinMs = 40_000
const shortestSilentMs = 3_000
/** Each that proves useless lets so many more be tried beyond the limit, up to so many at once. */
const trialsEach = 3
const maxTrials = 128
/** One that brought enough for so long, and until now, brings more than a little. How long shows two measures later. */
const littleMs = 10_000
/** So does one that brought so much, however it ended. */
const plentyBytes = 1_000_000
/** How many that never brought a byte may stand beside it, and how many times the limit after a whole minute. */
const maxSilent = 128
const besideTimes = 2
/** Bytes a second below which a download is slow, as the app says it of links too (60 KB in 45 s; qBittorrent: 2 KiB/s). */
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
 * down: bytes that are here; begunWith: at its start. isAgain: its try before brought too little. isTrial: it was taken beyond the limit. proof: what it turned out to be, goodAt: when.
 * isCounted: among the useless ones. isIdle: it brings nothing, or too little, and holds no place. canBeSlow: nobody limits its bytes. from, fromAt: where its speed is measured from; half: its bytes in the middle of that time.
 */
type Slot = {
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
type Entrant = Pick<TaskRow, 'task_id' | 'down_size' | 'is_fruitless'> & Partial<Pick<TaskRow, 'kind' | 'down_limit'>>
/** A live stream brings what is sent, however little. */
const liveKinds = new Set<TaskKind | undefined>(['rtmp', 'mms'])

/** Trials multiply from round to round, up to their bound. */
function silentMsOf(waiting: number, limit: number): number {
  if (waiting === 0 || limit === 0) return silentAfterMs
  const rounds = Math.log2(1 + waiting / limit) + waiting / maxTrials
  return Math.min(silentAfterMs, Math.max(shortestSilentMs, turnsWithinMs / rounds))
}

function newSlot(row: Entrant, { now, isTrial }: { now: number; isTrial: boolean }): Slot {
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
function verdictOf(
  slot: Slot,
  { now, silentMs, slowest, isNew }: { now: number; silentMs: number; slowest: number; isNew: boolean },
) {
  const isMeasured = now - slot.fromAt >= (slot.hasBrought && !slot.canBeSlow ? stalledAfterMs : silentMs)
  const { from, fromAt } = (isNew && isMeasured && slot.half) || slot
  const isEnough = slot.down - from >= (slot.canBeSlow ? (slowest * (now - fromAt)) / 1_000 : 1)
  if (isEnough) return isMeasured || slot.isIdle ? 'enough' : undefined
  return isMeasured ? 'idle' : undefined
}

function noteHalf(slot: Slot, { now, silentMs }: { now: number; silentMs: number }): void {
  const elapsedMs = now - slot.fromAt
  if (slot.canBeSlow && elapsedMs >= silentMs / 2 && elapsedMs < silentMs) slot.half ??= { from: slot.down, fromAt: now }
}

const rateOf = ({ down, from, fromAt }: Slot, now: number): number => (down - from) / (now - fromAt)

export function createSlots({ limit, downLimit, now }: SlotsDeps) {
  const taken = new Map<string, Slot>()
  /** Their earlier job is being removed first. */
  const held = new Set<string>()
  let lastLimit = limit()
  /** Since nobody waited. */
  let mostWaiting = 0
  /** How many proved useless since the places were last full of steady ones. */
  let useless = 0

  const quietMs = ({ movedAt }: Slot): number => now() - movedAt
  const silentMs = (): number => silentMsOf(mostWaiting, limit())
  const slowest = (): number =>
    downLimit() === 0 ? slowBytesPerSecond : Math.min(slowBytesPerSecond, (slowShare * downLimit()) / taken.size)
  const trickling = () => [...taken].filter(([, slot]) => slot.isIdle && slot.hasBrought && quietMs(slot) < stalledAfterMs)
  const counted = (): string[] => {
    const slow = trickling().map(([task_id]) => task_id)
    // All but some of them count while nobody waits.
    const counting = new Set(mostWaiting > 0 ? [] : slow.slice(slowTimes * limit()))
    return [...taken].filter(([task_id, slot]) => !slot.isIdle || counting.has(task_id)).map(([task_id]) => task_id)
  }
  const good = () => [...taken].filter(([, slot]) => slot.proof === 'good')
  const isSteady = (slot: Slot): boolean => slot.proof === 'good' && now() - slot.goodAt >= littleMs + 2 * silentMs()
  const isFull = (): boolean => good().filter(([, slot]) => isSteady(slot)).length >= limit()
  /** Beyond the limit, for those that were never tried. */
  const trials = (): number => (limit() === 0 || isFull() ? 0 : Math.min(trialsEach * useless, maxTrials))
  const provesGood = (slot: Slot): void => {
    Object.assign(slot, { isIdle: false, from: slot.down, fromAt: now(), half: undefined })
    if (slot.proof !== 'good') Object.assign(slot, { proof: 'good', goodAt: now() })
  }
  /** Once, however often it turns out so. */
  const countUseless = (slot: Slot): void => {
    if (!slot.isCounted) useless += 1
    slot.isCounted = true
  }
  const provesUseless = (slot: Slot): void => {
    Object.assign(slot, { isIdle: true, proof: 'useless', ...slot.half, half: undefined })
    // Its speed is that of the last minute, and its first bytes after a silence are no speed.
    if (now() - slot.fromAt > stalledAfterMs) Object.assign(slot, { from: slot.down, fromAt: now() - stalledAfterMs / 2 })
    countUseless(slot)
  }
  const places = (): string[] => counted().filter((task_id) => taken.get(task_id)?.isTrial === false)
  const trying = (): number => counted().length - places().length
  /** Without those that hold their place only while nobody waits who was never tried. */
  const firm = (): string[] =>
    places().filter((task_id) => {
      const slot = taken.get(task_id)
      return slot?.hasBrought || !slot?.isAgain
    })
  const freeForNew = (): number => Math.max(0, limit() - firm().length) + Math.max(0, trials() - trying())
  /** The one that has brought nothing for the longest time first. */
  const quietFrom = (ms: number): [string, Slot][] =>
    [...taken].filter(([, slot]) => quietMs(slot) >= ms).toSorted(([, a], [, b]) => a.movedAt - b.movedAt)

  return {
    has: (task_id: string): boolean => taken.has(task_id),
    hold: (task_id: string): void => void held.add(task_id),
    letGo: (task_id: string): void => void held.delete(task_id),
    isHeld: (task_id: string): boolean => held.has(task_id),
    canTake: (row: Entrant): boolean =>
      taken.has(row.task_id) || (row.is_fruitless === 1 ? limit() > counted().length : freeForNew() > 0),
    ids: (): string[] => [...taken.keys()],
    take(row: Entrant): void {
      if (taken.has(row.task_id)) return
      taken.set(row.task_id, newSlot(row, { now: now(), isTrial: firm().length >= limit() }))
    },
    release: (task_id: string): void => void taken.delete(task_id),
    /** Its try is over. True if it brought too little. */
    fails(task_id: string): boolean {
      const slot = taken.get(task_id)
      if (!slot || isSteady(slot) || slot.down - slot.begunWith >= plentyBytes) return slot === undefined
      countUseless(slot)
      return true
    },
    /** Once in each look at the queue: who brings too little by now, and who enough. */
    judge(): void {
      for (const slot of taken.values()) {
        noteHalf(slot, { now: now(), silentMs: silentMs() })
        const isNew = !slot.isIdle && !isSteady(slot)
        const verdict = verdictOf(slot, { now: now(), silentMs: silentMs(), slowest: slowest(), isNew })
        if (verdict === 'enough') provesGood(slot)
        if (verdict === 'idle') provesUseless(slot)
      }
      if (isFull()) useless = 0
    },
    /** down: bytes that are here now; fewer than before while they are being verified or were dropped. */
    note(task_id: string, down: number): void {
      const slot = taken.get(task_id)
      if (slot && slot.down < down) Object.assign(slot, { hasBrought: true, movedAt: now() })
      if (!slot) return
      slot.down = down
      if (down < slot.from) Object.assign(slot, { from: down, fromAt: now(), half: undefined })
    },
    /** count: those that wait for their first try, or were good. */
    noteWaiting(count: number): void {
      mostWaiting = count === 0 ? 0 : Math.max(mostWaiting, count)
      if (count === 0) useless = 0
    },
    /** How many more tasks may get a job. */
    free: (): number => limit() - counted().length,
    /** How many that were never tried may. */
    freeForNew,
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
    /** Good trials take the places that are free. Once steady ones fill all places the others wait for their turn. */
    surplus(): string[] {
      const trials = good().filter(([, slot]) => slot.isTrial)
      const free = Math.max(0, limit() - places().length)
      for (const [, slot] of trials.slice(0, free)) slot.isTrial = false
      return isFull() ? trials.slice(free).map(([task_id]) => task_id) : []
    },
    /** Those for which there is no place beside the limit. */
    toPark(): Map<string, ParkReason> {
      const stalled = quietFrom(stalledAfterMs)
      const silent = quietFrom(silentMs()).filter(([, slot]) => !slot.hasBrought)
      // Under a bound of its own, since each has a minute while nobody waits.
      const early = mostWaiting > 0 ? silent.slice(0, Math.max(0, silent.length - maxSilent)) : []
      const slow = mostWaiting > 0 ? trickling().toSorted(([, a], [, b]) => rateOf(a, now()) - rateOf(b, now())) : []
      return new Map<string, ParkReason>([
        ...slow.slice(0, Math.max(0, slow.length - slowTimes * limit())).map(([id]) => [id, 'slow'] as const),
        ...early.map(([id]) => [id, 'early'] as const),
        ...stalled.slice(0, Math.max(0, stalled.length - besideTimes * limit())).map(([id]) => [id, 'stalled'] as const),
      ])
    },
  }
}
