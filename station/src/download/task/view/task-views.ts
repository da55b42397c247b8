/** Tasks as the wire shows them, with their positions in the queue, published one by one or many at once. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import type { StationEventBus } from '../../../shared/event-bus.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { isLink, type Engine } from '../../engine/engine.ts'
import type { CanPlay } from '../../playing/can-play.ts'
import type { Stalls } from '../../stall/stalls.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { noRoom } from '../../engine/failure.ts'
import type { TaskFilms } from '../../table/task-films.ts'
import type { EngineAbsence } from './engine-absence.ts'
import type { Seeding } from '../limits/seeding.ts'
import type { Slots } from '../limits/slots.ts'
import type { Space } from '../limits/disk-reservation.ts'
import { toTask, type EngineReading } from './to-wire.ts'

/** Tasks between two pauses. */
const tasksAtOnce = 100
/** The first ones of the queue, whose order is kept right though it only changed because others left it. */
const orderedAtLeast = 100

export type TaskViewsDeps = {
  store: TaskStore
  engine: Pick<Engine, 'programName'>
  films: TaskFilms
  events: StationEventBus
  slots: Slots
  absence: EngineAbsence
  folders: DownloadFolders
  stalls: Stalls
  space: Pick<Space, 'lackOf'>
  canPlay: Pick<CanPlay, 'has' | 'look'>
  seeding: Seeding
  pausedUntil: () => number | null
  readingOf: (task_id: string) => EngineReading | undefined
}

export function createTaskViews({
  store,
  engine,
  films,
  events,
  slots,
  absence,
  folders,
  stalls,
  space,
  canPlay,
  seeding,
  pausedUntil,
  readingOf,
}: TaskViewsDeps) {
  /** As they were published last. */
  const orders = new Map<string, number>()

  /** position: among the waiting ones, 0 if it is not one of them. */
  function view(row: TaskRow, position = 0): Task {
    canPlay.look(row)
    const isEngineAway = !isLink(row.kind) && absence.isLong()
    return toTask(row, readingOf(row.task_id), {
      isEngineAway: isEngineAway && engine.programName() === '',
      isProgramAway: isEngineAway && engine.programName() !== '',
      film: films.of(row.task_id),
      position,
      pausedUntil: pausedUntil(),
      order: orders.get(row.task_id) ?? 0,
      folder: folders.nameOf(row),
      seed: seeding.of(row.task_id),
      stall: row.status === TaskStatus.run ? stalls.of(row, slots.has(row.task_id)) : null,
      canPlay: canPlay.has(row),
      lack: row.reason === noRoom.reason ? space.lackOf(row.task_id) : 0,
    })
  }

  const isQueued = ({ task_id, status, next_at, moving_to }: TaskRow): boolean =>
    status === TaskStatus.run && next_at === null && moving_to === '' && !slots.has(task_id)

  async function viewNow(row: TaskRow): Promise<Task> {
    if (row.status === TaskStatus.done || row.removing !== null) orders.delete(row.task_id)
    else orders.set(row.task_id, await store.orderOf(row))
    return view(row, isQueued(row) ? await store.queuePositionOf(row, slots.ids()) : 0)
  }

  /** Places of those that wait; all orders are then those of now. */
  async function readQueue(): Promise<Map<string, number>> {
    orders.clear()
    for (const [at, task_id] of (await store.inOrder()).entries()) orders.set(task_id, at + 1)
    const waiting = (await store.queued()).filter(({ task_id }) => !slots.has(task_id))
    return new Map(waiting.map(({ task_id }, at) => [task_id, at + 1]))
  }

  async function viewAll(rows: readonly TaskRow[]): Promise<Task[]> {
    const positions = await readQueue()
    return rows.map((row) => view(row, isQueued(row) ? positions.get(row.task_id) : 0))
  }

  /** As they are now, some at a time: ten thousand rows at once are 25 MB. */
  async function* slicesOf(ids: readonly string[]): AsyncGenerator<Task[]> {
    const positions = await readQueue()
    for (let at = 0; at < ids.length; at += tasksAtOnce) {
      const rows = await store.byIds(ids.slice(at, at + tasksAtOnce))
      yield rows.map((row) => view(row, isQueued(row) ? positions.get(row.task_id) : 0))
    }
  }

  /** Many at once: as few reports and frames as they need. */
  async function publishMany(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for await (const tasks of slicesOf(ids)) {
      events.emit('tasks', { tasks })
      await nextTurn()
    }
  }

  async function publish(row: TaskRow): Promise<void> {
    events.emit('task', { task: await viewNow(row), isState: true })
  }

  return {
    view,
    viewNow,
    viewAll,
    slicesOf,
    publish,
    publishMany,
    /** Publishes the tasks whose order is another than the published one. isAll: of the whole queue, after somebody changed it. */
    async publishOrders({ isAll }: { isAll: boolean }): Promise<void> {
      const queue = await store.inOrder()
      const first = isAll ? queue : queue.slice(0, orderedAtLeast)
      await publishMany(first.filter((task_id, at) => orders.get(task_id) !== at + 1))
    },
    forgetOrder: (task_id: string): void => void orders.delete(task_id),
  }
}
