/** Keeps the engine's last reading of each running task; stores the changes of tasks and publishes them. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { TaskRow } from '../../table/store.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { createTaskViews, type TaskViewsDeps } from './task-views.ts'
import type { EngineReading } from './to-wire.ts'

export type ProgressDeps = Omit<TaskViewsDeps, 'readingOf'> & { now: () => number; oneAtATime: OneAtATime }
export type Progress = ReturnType<typeof createProgress>

export function createProgress(deps: ProgressDeps) {
  const { store, films, events, slots, seeding, now, oneAtATime } = deps
  const live = new Map<string, EngineReading & { movedAt?: number | undefined }>()
  const views = createTaskViews({ ...deps, readingOf: (task_id) => live.get(task_id) })
  const { view, publish } = views

  /** The bytes that it sent to others while it was downloaded. */
  function upOf({ task_id, up_size }: TaskRow): Partial<TaskRow> {
    const up = live.get(task_id)?.up ?? 0
    return up > up_size ? { up_size: up } : {}
  }

  /** Stores the change and publishes the task. */
  async function change(row: TaskRow, asGiven: Partial<TaskRow>): Promise<TaskRow> {
    const isLeaving = asGiven.status !== undefined && asGiven.status !== TaskStatus.run
    const part = { ...(isLeaving ? upOf(row) : {}), ...asGiven }
    await store.change(row.task_id, part)
    const whole = { ...row, ...part }
    const { has_begun: _, ...shown } = part
    if (isLeaving) {
      live.delete(row.task_id)
      if (part.status === TaskStatus.failed) slots.fails(row.task_id)
      slots.release(row.task_id)
    }
    if (part.status === TaskStatus.done) await films.read([row.task_id])
    else if (part.status !== undefined) films.forget(row.task_id)
    if (Object.keys(shown).length > 0) await publish(whole)
    const isDone = part.status === TaskStatus.done && row.status !== TaskStatus.done
    if (isDone) events.emit('task_done', { task: view(whole) })
    return whole
  }

  return {
    ...views,

    change,
    /** A task that runs, as it is now. */
    publishNow(task_id: string): Promise<void> {
      return oneAtATime(async () => {
        const row = slots.has(task_id) ? await store.byId(task_id) : undefined
        if (row) await publish(row)
      })
    },
    /** They leave the engine. */
    leave(task_id: string): void {
      live.delete(task_id)
      slots.release(task_id)
    },

    /** The task leaves the engine until its time comes. */
    async wait(row: TaskRow, part: Partial<TaskRow>): Promise<void> {
      const isOver = (part.tries ?? 0) > 0
      const whole = { ...upOf(row), ...(isOver && { is_fruitless: Number(slots.fails(row.task_id)) }), ...part }
      live.delete(row.task_id)
      slots.release(row.task_id)
      await change(row, whole)
    },

    follow(row: TaskRow, next: EngineReading): void {
      slots.note(row.task_id, next.down)
      const before = live.get(row.task_id)
      if (before && isSame(before, next)) return
      const movedAt = before && before.down !== next.down ? now() : before?.movedAt
      live.set(row.task_id, { ...next, movedAt })
      events.emit('task', { task: view(row), isState: false })
    },

    isFollowed: (task_id: string): boolean => live.has(task_id),
    downOf: (task_id: string): number | undefined => live.get(task_id)?.down,
    forget: (task_id: string): void => void live.delete(task_id),

    /** Finished torrents that are sent to others. */
    async followSeeds(): Promise<void> {
      for (const { row, isState } of await seeding.look()) events.emit('task', { task: view(row), isState })
    },
    async endSeeding(row: TaskRow): Promise<void> {
      const ended = await seeding.end(row)
      if (ended) await publish(ended)
    },
    isSeeding: (task_id: string): boolean => seeding.of(task_id) !== undefined,

    /** Stores the progress of running tasks, so that it is shown after a restart. */
    async store(): Promise<void> {
      await seeding.store()
      for (const [task_id, { down, movedAt, up }] of live) {
        const moved = movedAt === undefined ? {} : { moved_at: movedAt }
        if (down > 0) await store.change(task_id, { down_size: down, up_size: up, ...moved })
      }
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

function isSame(one: EngineReading, other: EngineReading): boolean {
  return one.down === other.down && one.speed === other.speed && one.peers === other.peers && one.up === other.up
}
