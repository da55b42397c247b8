/**
 * The tasks that have a job in the engine; the others wait in the table, so ten thousand of them cost the engine nothing. One that brings nothing
 * goes on trying beside the limit, so that dead links do not stop the queue.
 */
import {
  isTrickling,
  maxTrials,
  newSlot,
  noteHalf,
  parked,
  silentMsOf,
  slowTimes,
  stalledAfterMs,
  verdictOf,
  type Entrant,
  type ParkReason,
  type Slot,
} from './slot.ts'

/** Each that proves useless lets so many more be tried beyond the limit. */
const trialsEach = 3
/** One that brought enough for so long, and until now, brings more than a little. How long shows two measures later. */
const littleMs = 10_000
/** So does one that brought so much, however it ended. */
const plentyBytes = 1_000_000
/** Bytes a second below which a download is slow, as the app says it of links too (60 KB in 45 s; qBittorrent: 2 KiB/s). */
const slowBytesPerSecond = 1_365
/** Under a limit of speed it is a part of an equal share. */
const slowShare = 1 / 4
/** downLimit: bytes a second that the box may download, 0: no limit. */
export type SlotsDeps = { limit: () => number; downLimit: () => number; now: () => number }
export type Slots = ReturnType<typeof createSlots>
export function createSlots({ limit, downLimit, now }: SlotsDeps) {
  const taken = new Map<string, Slot>()
  /** Their earlier job is being removed first. */
  const held = new Set<string>()
  let lastLimit = limit()
  /** Since nobody waited. */
  let mostWaiting = 0
  /** How many proved useless since the slots were last full of steady ones. */
  let useless = 0

  const silentMs = (): number => silentMsOf(mostWaiting, limit())
  const slowest = (): number =>
    downLimit() === 0 ? slowBytesPerSecond : Math.min(slowBytesPerSecond, (slowShare * downLimit()) / taken.size)
  const counted = (): string[] => {
    const slow = [...taken].filter(([, slot]) => isTrickling(slot, now())).map(([task_id]) => task_id)
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
  const inSlots = (): string[] => counted().filter((task_id) => taken.get(task_id)?.isTrial === false)
  const trying = (): number => counted().length - inSlots().length
  /** Without those that hold their slot only while nobody waits who was never tried. */
  const firm = (): string[] =>
    inSlots().filter((task_id) => {
      const slot = taken.get(task_id)
      return slot?.hasBrought || !slot?.isAgain
    })
  const freeForNew = (): number => Math.max(0, limit() - firm().length) + Math.max(0, trials() - trying())
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
        if (!slot.isIdle) noteHalf(slot, { now: now(), silentMs: silentMs() })
        const isNew = !isSteady(slot)
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
    /** Good trials take the slots that are free. Once steady ones fill all slots the others wait for their turn. */
    surplus(): string[] {
      const trials = good().filter(([, slot]) => slot.isTrial)
      const free = Math.max(0, limit() - inSlots().length)
      for (const [, slot] of trials.slice(0, free)) slot.isTrial = false
      return isFull() ? trials.slice(free).map(([task_id]) => task_id) : []
    },
    /** Those for which there is no slot beside the limit. */
    toPark: (): Map<string, ParkReason> =>
      parked([...taken], { now: now(), silentMs: silentMs(), isWaiting: mostWaiting > 0, limit: limit() }),
  }
}
