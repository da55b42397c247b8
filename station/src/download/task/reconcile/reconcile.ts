/** Reconciles the table of tasks with the engine, all that should run; cheap while little changes. */
import { taskKinds, TaskStatus, type TaskReason } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { EngineAway, isLink, type Engine, type Job } from '../../engine/engine.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { Stalls } from '../../stall/stalls.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { retryWhenSpaceIsFree } from './disk-space-retry.ts'
import { dropAside } from './drop-aside.ts'
import { byItself, createFinishRemovals } from './finish-removals.ts'
import { createFolderWait } from './folder-wait.ts'
import type { EngineAbsence } from '../view/engine-absence.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'
import type { ReconcileTask } from './reconcile-task.ts'
import type { Slots } from '../limits/slots.ts'
import type { Space } from '../limits/disk-reservation.ts'
import { createTurns } from './preemption.ts'

/** Interval of the check of jobs that the engine does not list as active. */
const wholeLookMs = 15_000
const networkReasons: TaskReason[] = ['no_network', 'timed_out', 'unknown_host', 'no_peers', 'other']

export type ReconcileDeps = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  folders: DownloadFolders
  slots: Slots
  stalls: Stalls
  progress: Progress
  space: Space
  absence: EngineAbsence
  oneAtATime: OneAtATime
  reconcileTask: ReconcileTask
  removeNow: (row: TaskRow) => Promise<void>
  now: () => number
  elapsed: () => number
  onFault: (fault: unknown) => void
}

export type Reconcile = ReturnType<typeof createReconcile>

export function createReconcile(deps: ReconcileDeps) {
  const { store, engine, folders, slots, stalls, progress, space, absence, oneAtATime, now, elapsed, onFault } = deps
  const { putBack, park, overLimit, overtaken } = createTurns(deps)
  const foldersBack = createFolderWait({ store, folders, now: elapsed })
  const finishRemovals = createFinishRemovals(deps)
  const nextWithRoom = retryWhenSpaceIsFree({ store, folders, space, now: elapsed })
  /** Jobs that the engine said something about since the last look. */
  const dirtyGids = new Set<string>()
  let lastWholeLook = -Infinity
  let looking: Promise<void> | undefined
  /** aria2 started or stopped, which ended its jobs. */
  let isRestarted = false

  /** While one is under way a second one waits for its end. */
  function look(): Promise<void> {
    looking ??= oneAtATime(lookNow)
      .catch(unlessEngineAway)
      .finally(() => (looking = undefined))
    return looking
  }

  function unlessEngineAway(error: unknown): void {
    if (!(error instanceof EngineAway)) onFault(error)
  }

  async function lookNow(): Promise<void> {
    const isWholeEngineUp = absence.check()
    if (isRestarted) await releaseTorrents()
    const isWhole = elapsed() - lastWholeLook >= wholeLookMs
    await finishRemovals(isWhole)
    slots.judge()
    if (slots.isLowered()) await putBack(slots.isClosed() ? slots.ids() : await overLimit())
    await putBack(slots.surplus())
    await park(slots.toPark())
    if (isWhole) {
      lastWholeLook = elapsed()
      const freed = await nextWithRoom()
      await dropAside(deps)
      await progress.publishOrders({ isAll: false })
      if (freed) await progress.change(freed, { status: TaskStatus.run, code: TaskCode.added, reason: '' })
    }
    await progress.followSeeds()
    const withSpace = await space.next()
    if (withSpace) await progress.change(withSpace, { reason: '', next_at: null })
    await progress.publishMany([...(await foldersBack()), ...space.changedLacks()])
    for (const due of await store.retriesDue(now())) await progress.change(due, { next_at: null })
    const kinds = isWholeEngineUp ? taskKinds : taskKinds.filter((kind) => engine.isUp(kind))
    slots.noteWaiting(await store.waitingNew(slots.ids()))
    const rows = await store.running({ handedToEngine: slots.ids(), more: slots.freeForNew(), kinds })
    if (rows.length > 0) await reconcileAll(rows, isWhole)
  }

  async function reconcileAll(rows: TaskRow[], isWhole: boolean): Promise<void> {
    const active = new Map<string, Job>((await engine.active()).map((job) => [job.gid, job]))
    stalls.look(
      rows.filter(({ task_id }) => slots.has(task_id)),
      active,
    )
    const news = new Set(dirtyGids)
    dirtyGids.clear()
    let isAway = false
    for (const row of rows.filter(({ task_id }) => !slots.isHeld(task_id))) {
      const job = active.get(row.task_id)
      const isAsked = isWhole || isNews(row, news)
      const isTaken = slots.has(row.task_id)
      if (!slots.canTake(row)) continue
      slots.take(row)
      if (!isTaken) await progress.publish(row)
      // An aria2 that does not answer keeps no link waiting.
      if (isAway && !isLink(row.kind)) continue
      if (job || isAsked) isAway = (await byItself(reconcileOne(deps, row, job), onFault)) === false || isAway
    }
  }

  async function releaseTorrents(): Promise<void> {
    isRestarted = false
    for (const row of await store.byIds(slots.ids())) if (!isLink(row.kind)) slots.release(row.task_id)
  }

  /** Worth a question, though the engine does not list it as active. */
  function isNews({ task_id, kind, total_size }: TaskRow, news: Set<string>): boolean {
    return !slots.has(task_id) || news.has(task_id) || progress.isFollowed(task_id) || (!isLink(kind) && total_size === 0)
  }

  return {
    look,
    /** Somebody changed the queue: the first of it run. */
    orderChanged(): Promise<void> {
      return oneAtATime(async () => {
        await putBack(await overtaken())
        await lookNow()
        await progress.publishOrders({ isAll: true })
      }).catch(unlessEngineAway)
    },
    /** The network is back: what waited for it is tried at once, and its waits begin anew. */
    async retryNow(): Promise<void> {
      await store.endWaits(now(), networkReasons)
      await look()
    },
    /** gid '': the engine started or stopped. */
    onEngineChange(gid: string): void {
      if (gid === '') {
        lastWholeLook = -Infinity
        isRestarted = true
      } else dirtyGids.add(gid)
      void look()
    },
  }
}

type ReconcileOneDeps = Pick<ReconcileDeps, 'engine' | 'reconcileTask'>

/** False where the engine is away. */
async function reconcileOne({ engine, reconcileTask }: ReconcileOneDeps, row: TaskRow, job: Job | undefined): Promise<boolean> {
  try {
    await reconcileTask(row, job ?? (await engine.job(row.task_id, row.kind)))
    return true
  } catch (error) {
    if (error instanceof EngineAway) return false
    throw error
  }
}
