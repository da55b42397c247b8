/** What the engine said last of each running task; stores the changes of tasks and publishes them. */
import { TaskStatus, type Task } from '@homeport/contract/download.ts'
import type { StationEventBus } from '../../kit/event-bus.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { TaskFilms } from '../task-films.ts'
import type { EngineAbsence } from './engine-absence.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { Slots } from './slots.ts'
import { toTask, type EngineReading } from './to-wire.ts'

export type ProgressParts = {
  store: TaskStore
  films: TaskFilms
  events: StationEventBus
  slots: Slots
  absence: EngineAbsence
  oneAtATime: OneAtATime
}
export type Progress = ReturnType<typeof createProgress>

export function createProgress({ store, films, events, slots, absence, oneAtATime }: ProgressParts) {
  const live = new Map<string, EngineReading>()

  /** place: in the queue, 0 if it is not in it. */
  function view(row: TaskRow, place = 0): Task {
    return toTask(row, live.get(row.task_id), {
      isEngineAway: row.kind !== 'http' && absence.isLong(),
      film: films.of(row.task_id),
      place,
    })
  }

  const isQueued = ({ task_id, status, next_at }: TaskRow): boolean =>
    status === TaskStatus.run && next_at === null && !slots.has(task_id)

  async function viewNow(row: TaskRow): Promise<Task> {
    return view(row, isQueued(row) ? await store.placeOf(row, slots.ids()) : 0)
  }

  async function viewAll(rows: readonly TaskRow[]): Promise<Task[]> {
    if (!rows.some(isQueued)) return rows.map((row) => view(row))
    const queue = (await store.queued()).filter((task_id) => !slots.has(task_id))
    const places = new Map(queue.map((task_id, at) => [task_id, at + 1]))
    return rows.map((row) => view(row, isQueued(row) ? places.get(row.task_id) : 0))
  }

  async function publish(row: TaskRow): Promise<void> {
    events.emit('task', { task: await viewNow(row), isState: true })
  }

  /** Stores the change and publishes the task. */
  async function change(row: TaskRow, part: Partial<TaskRow>): Promise<TaskRow> {
    await store.change(row.task_id, part)
    const whole = { ...row, ...part }
    const { has_begun: _, ...shown } = part
    if (part.status !== undefined && part.status !== TaskStatus.run) {
      live.delete(row.task_id)
      slots.release(row.task_id)
    }
    if (part.status === TaskStatus.done) await films.read([row.task_id])
    else if (part.status !== undefined) films.forget(row.task_id)
    if (Object.keys(shown).length > 0) await publish(whole)
    return whole
  }

  return {
    viewNow,
    viewAll,
    publish,

    change,

    /** The task leaves the engine until its time comes. */
    async wait(row: TaskRow, part: Partial<TaskRow>): Promise<void> {
      live.delete(row.task_id)
      slots.release(row.task_id)
      await change(row, part)
    },

    follow(row: TaskRow, next: EngineReading): void {
      slots.note(row.task_id, next.down)
      const before = live.get(row.task_id)
      if (before && before.down === next.down && before.speed === next.speed && before.peers === next.peers) return
      live.set(row.task_id, next)
      events.emit('task', { task: view(row), isState: false })
    },

    isFollowed: (task_id: string): boolean => live.has(task_id),
    downOf: (task_id: string): number | undefined => live.get(task_id)?.down,
    forget: (task_id: string): void => void live.delete(task_id),

    /** Stores the progress of running tasks, so that it is shown after a restart. */
    async store(): Promise<void> {
      for (const [task_id, { down }] of live) if (down > 0) await store.change(task_id, { down_size: down })
    },

    /** Serialized with the other operations: a removed task is not reported again. */
    renewFilms(filmIds: readonly string[]): Promise<void> {
      return oneAtATime(async () => {
        const rows = await store.byIds(await films.changed(filmIds))
        for (const row of rows) events.emit('task_film', { task: view(row) })
      })
    },
  }
}
