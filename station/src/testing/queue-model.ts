/** For tests: a queue of links by the second, each with what its server does, in the places of the box; its looks are those of the reconcile. */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import type { ParkReason } from '../download/task/limits/slot.ts'
import { createSlots } from '../download/task/limits/slots.ts'
import { afterFailedTry, notTried } from '../download/table/retry.ts'
import type { TaskRow } from '../download/table/task-row.ts'

/** bytesPerSecond: from `after` seconds on, for `seconds` in each try; then it is silent, or fails where isCut. */
export type Manner = { bytesPerSecond: number; after?: number; seconds?: number; isCut?: boolean }
type Tried = Pick<TaskRow, keyof typeof notTried>
type Link = {
  id: string
  bytesPerSecond: number
  manner: Omit<Manner, 'bytesPerSecond'>
  down: number
  /** Seconds of the present try. */
  passed: number
  firstAt: number | undefined
  tried: Tried
}
type QueueDeps = { limit: number; downLimit?: number; kind?: TaskKind; down_limit?: number }

const filmBytes = 100_000_000

/** The downloads in the order of the queue: bytes a second, or a manner. */
export function queueOf(
  manners: readonly (number | Manner)[],
  { limit, downLimit = 0, kind = 'http', down_limit = 0 }: QueueDeps,
) {
  let second = 0
  const slots = createSlots({ limit: () => limit, downLimit: () => downLimit, now: () => second * 1_000 })
  const links = manners.map<Link>((given, at) => {
    const { bytesPerSecond, ...manner } = typeof given === 'number' ? { bytesPerSecond: given } : given
    return { id: `${at}`, bytesPerSecond, manner, down: 0, passed: 0, firstAt: undefined, tried: notTried }
  })
  const entrantOf = ({ id, down, tried }: Link) => ({ ...tried, task_id: id, down_size: down, kind, down_limit })
  const most = { running: 0, moving: 0 }

  /** As progress.wait, and as those that are parked. */
  function fails(link: Link, why?: ParkReason): void {
    const is_fruitless = slots.fails(link.id) && why !== 'slow' ? 1 : 0
    // NOTE: a row of the table has these columns, among others.
    const tried = afterFailedTry(link.tried as TaskRow, link.down, second * 1_000)
    const isLong = why === 'stalled' || why === 'slow'
    link.tried = { ...tried, is_fruitless, ...(isLong ? { next_at: 1_000 * (second + 900) } : {}) }
    slots.release(link.id)
  }

  function bring(link: Link): void {
    const { after = 0, seconds = Infinity, isCut = false } = link.manner
    const isBringing = link.passed >= after && link.passed < after + seconds
    if (isBringing && link.bytesPerSecond > 0) {
      link.down += link.bytesPerSecond
      link.firstAt ??= second
      slots.note(link.id, link.down)
    }
    link.passed += 1
    if (link.down >= filmBytes) {
      slots.release(link.id)
      link.tried = { ...notTried, next_at: Infinity }
    } else if (isCut && link.passed >= after + seconds) fails(link)
  }

  function step(): void {
    const byId = (id: string) => links[Number(id)]
    slots.judge()
    for (const id of slots.surplus()) slots.release(id)
    for (const [id, why] of slots.toPark()) {
      const link = byId(id)
      if (link) fails(link, why)
    }
    const waiting = links.filter(({ id, tried }) => !slots.has(id) && (tried.next_at ?? 0) <= second * 1_000)
    const untried = waiting.filter(({ tried }) => tried.is_fruitless === 0)
    slots.noteWaiting(untried.length)
    const next = [...untried, ...waiting.filter(({ tried }) => tried.is_fruitless === 1)].slice(0, slots.freeForNew())
    for (const link of next) {
      if (!slots.canTake(entrantOf(link))) continue
      slots.take(entrantOf(link))
      link.passed = 0
    }
    for (const id of slots.ids()) {
      const link = byId(id)
      if (link) bring(link)
    }
    most.running = Math.max(most.running, slots.ids().length)
    most.moving = Math.max(most.moving, slots.ids().filter((id) => (byId(id)?.bytesPerSecond ?? 0) > 10_000).length)
    second += 1
  }

  return {
    links,
    most,
    slots,
    pass(seconds: number): void {
      for (let at = 0; at < seconds; at += 1) step()
    },
  }
}
