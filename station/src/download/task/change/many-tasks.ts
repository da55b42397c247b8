/** Many tasks at once: one transaction for the table, then the few that run in the engine. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import type { StationEventBus } from '../../../shared/event-bus.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { isLink, limitsOf, unlessAway, type Engine } from '../../engine/engine.ts'
import type { TaskGroup, TaskState } from '../../table/task-bulk.store.ts'
import type { QueueTarget } from '../../table/task-queue.store.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { TaskFilms } from '../../table/task-films.ts'
import { endRecording } from './end-recording.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'
import type { Reconcile } from '../reconcile/reconcile.ts'
import { notTried } from '../../table/retry.ts'
import type { Slots } from '../limits/slots.ts'

export type ManyTasksDeps = {
  store: TaskStore
  films: TaskFilms
  engine: Engine
  events: StationEventBus
  slots: Slots
  progress: Progress
  oneAtATime: OneAtATime
  admission: OneAtATime
  reconcile: Reconcile
}
export type ManyAction = 'start' | 'stop' | 'retry' | 'remove' | 'recheck'
export type Refused = { task_id: string; code: number; reason: string }
type Group = { task_ids: readonly string[]; of: TaskGroup | '' }
/** Null columns and 0 limits: the box's. */
export type TaskChange = Partial<
  Pick<TaskRow, 'priority' | 'category' | 'down_limit' | 'up_limit' | 'seed_ratio' | 'seed_minutes'>
>

const started = { status: TaskStatus.run, code: TaskCode.added, reason: '', done_at: null, ...notTried }

export function createManyTasks({
  store,
  films,
  engine,
  events,
  slots,
  progress,
  oneAtATime,
  admission,
  reconcile,
}: ManyTasksDeps) {
  /** Those that are to be changed, and the others with the reason. */
  async function split(action: ManyAction, { task_ids, of }: Group): Promise<{ chosen: TaskState[]; refused: Refused[] }> {
    const states = of === '' ? await store.statesOfIds(task_ids) : await store.statesOf(of)
    const isKnown = new Set(states.map(({ task_id }) => task_id))
    const unknown = of === '' ? task_ids.filter((task_id) => !isKnown.has(task_id)) : []
    const refused = states
      .filter(({ task_id }) => action !== 'stop' || !progress.isSeeding(task_id))
      .map((state) => ({ task_id: state.task_id, ...refusalOf(action, state) }))
      .filter(({ code }) => code !== TaskCode.added)
    const all = [...refused, ...unknown.map((task_id) => ({ task_id, code: TaskCode.notCreated, reason: '' }))]
    const isRefused = new Set(all.map(({ task_id }) => task_id))
    return {
      chosen: states.filter(({ task_id }) => !isRefused.has(task_id)),
      // Tasks that are named by their state alone are never refused.
      refused: of === '' ? all.toSorted((a, b) => task_ids.indexOf(a.task_id) - task_ids.indexOf(b.task_id)) : [],
    }
  }

  async function stopAll(chosen: readonly TaskState[]): Promise<void> {
    const seeds = await store.byIds(idsOf(chosen.filter(({ status }) => status === TaskStatus.done)))
    for (const row of seeds) await unlessAway(progress.endSeeding(row))
    const running = chosen.filter(({ status }) => status !== TaskStatus.done)
    const isEnded = await Promise.all(running.map((state) => endRecording({ engine, slots }, state)))
    const states = running.filter((_, at) => !isEnded[at])
    const ids = idsOf(states)
    const inEngine = states.filter(({ task_id }) => slots.has(task_id))
    const downs = new Map(inEngine.map(({ task_id }) => [task_id, progress.downOf(task_id)]))
    await store.changeMany(ids, { status: TaskStatus.stop, reason: '', ...notTried })
    for (const { task_id, kind } of inEngine) {
      const down_size = downs.get(task_id)
      if (down_size !== undefined) await store.change(task_id, { down_size })
      progress.leave(task_id)
      if (engine.isUp(kind)) await unlessAway(engine.pause(task_id, kind))
    }
  }

  async function removeAll(chosen: readonly TaskState[], files: 0 | 1): Promise<void> {
    const ids = idsOf(chosen)
    const [untouched, others] = [chosen.filter(isUntouched), chosen.filter((state) => !isUntouched(state))]
    await store.beginRemovals(idsOf(others), files)
    await store.deleteMany(idsOf(untouched))
    for (const [at, task_id] of ids.entries()) {
      films.forget(task_id)
      progress.leave(task_id)
      progress.forgetOrder(task_id)
      if (at % 1000 === 999) await nextTurn()
    }
    events.emit('tasks_gone', { ids })
  }

  async function act(action: ManyAction, chosen: readonly TaskState[], files: 0 | 1): Promise<void> {
    const ids = idsOf(chosen)
    if (ids.length === 0) return
    if (action === 'remove') return removeAll(chosen, files)
    if (action === 'stop') await stopAll(chosen)
    else if (action === 'recheck') await store.changeMany(ids, { ...started, checking: 1 })
    else await store.changeMany(ids, started)
    await progress.publishMany(ids)
  }

  return {
    /** Answered once the table has it. */
    async many({ action, files, ...group }: Group & { action: ManyAction; files: 0 | 1 }) {
      const { chosen, refused } = await admission(() =>
        oneAtATime(async () => {
          const parted = await split(action, group)
          await act(action, parted.chosen, files)
          return parted
        }),
      )
      void reconcile.look()
      return { changed: chosen.length, refused }
    },

    /** How many there are of these tasks. */
    async change(ids: readonly string[], change: TaskChange): Promise<number> {
      const rows = await oneAtATime(async () => {
        const states = await store.statesOfIds(ids)
        const existingIds = idsOf(states)
        if (existingIds.length === 0) throw new Refusal(TaskCode.notCreated)
        if (isLimited(change) && states.some(({ kind }) => kind === 'rtmp' || kind === 'mms'))
          throw new Refusal(Code.invalid, { field: change.down_limit ? 'down_limit_bytes' : 'up_limit_bytes', rule: 'stream' })
        await store.changeMany(existingIds, change)
        await progress.publishMany(existingIds)
        const changed = await store.byIds(existingIds)
        if (isOwnLimit(change))
          for (const row of changed)
            if (engine.isUp(row.kind)) await unlessAway(engine.limitJob(row.task_id, row.kind, limitsOf(row)))
        return changed
      })
      if (change.priority !== undefined) void reconcile.orderChanged()
      return rows.length
    },

    async order(ids: readonly string[], target: QueueTarget): Promise<number> {
      const moved = await oneAtATime(() => store.reorder(ids, target))
      if (!moved || moved.length === 0) throw new Refusal(TaskCode.notCreated)
      void reconcile.orderChanged()
      return moved.length
    },
  }
}

const idsOf = (states: readonly TaskState[]): string[] => states.map(({ task_id }) => task_id)

/** A link that never had its turn. */
function isUntouched({ kind, has_begun, status }: TaskState): boolean {
  return isLink(kind) && has_begun === 0 && status !== TaskStatus.done
}

/** Code 200: it can be done. */
function refusalOf(action: ManyAction, { status, next_at, kind }: TaskState): { code: number; reason: string } {
  const isDone = status === TaskStatus.done
  if (action === 'start' && isDone) return { code: TaskCode.inComplete, reason: '' }
  if (action === 'start' && status === TaskStatus.run) return { code: TaskCode.inDownloading, reason: '' }
  if (action === 'retry' && isDone) return { code: TaskCode.inComplete, reason: '' }
  if (action === 'retry' && status === TaskStatus.run && next_at === null) return { code: TaskCode.inDownloading, reason: '' }
  if (action === 'stop' && status !== TaskStatus.run) return { code: TaskCode.notStarted, reason: '' }
  if (action === 'recheck' && kind !== 'magnet') return { code: TaskCode.notStarted, reason: 'no_checksum' }
  return { code: TaskCode.added, reason: '' }
}

function isLimited({ down_limit = 0, up_limit = 0 }: TaskChange): boolean {
  return down_limit > 0 || up_limit > 0
}

function isOwnLimit({ down_limit, up_limit, seed_ratio, seed_minutes }: TaskChange): boolean {
  return [down_limit, up_limit, seed_ratio, seed_minutes].some((value) => value !== undefined)
}
