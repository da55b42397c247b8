/** Starts new and existing tasks; a start that is delivered twice is one start. */
import { TaskStatus, taskLimit } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DownloadDir } from '../download-dir.ts'
import { unlessAway, type Engine } from '../engine.ts'
import type { Accepted } from '../source/accept-link.ts'
import type { TorrentMetadata } from '../source/torrent-metadata.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import { newRow } from './new-row.ts'
import { notTried } from './retry.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { Progress } from './progress.ts'
import type { ReconcileTask } from './reconcile-task.ts'
import type { Slots } from './slots.ts'

export type StartParts = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  place: DownloadDir
  slots: Slots
  progress: Progress
  oneAtATime: OneAtATime
  reconcileTask: ReconcileTask
  now: () => number
}
/** oldTaskId: the id that the app had for this link and that the box no longer has (spec 4). */
type Start = { id: string; accepted: Accepted; select: number[] | undefined; oldTaskId?: string }
export type Started = { task_id: string; old_task_id: string }

export function createStart(parts: StartParts) {
  const { store, engine, magnets, place, slots, progress, oneAtATime, reconcileTask, now } = parts

  async function startAgain({ id, row, select }: { id: string; row: TaskRow; select: number[] | undefined }): Promise<Started> {
    const same = { task_id: row.task_id, old_task_id: '' }
    if (row.act_id === id && row.status !== TaskStatus.stop)
      return row.status === TaskStatus.run && row.next_at === null ? begin(row) : same
    if (row.status === TaskStatus.run) throw new Refusal(TaskCode.inDownloading, same)
    const isHere = row.status === TaskStatus.done && (await place.has(row.path))
    if (isHere) throw new Refusal(TaskCode.inComplete, same)
    const isNew = row.status === TaskStatus.done || (select !== undefined && JSON.stringify(select) !== row.chosen)
    if (isNew && engine.isUp()) await unlessAway(engine.forget(row.task_id))
    const chosen = select === undefined ? row.chosen : JSON.stringify(select)
    const sizes = isNew && row.kind === 'magnet' ? { total_size: 0, down_size: 0 } : {}
    const fresh = row.status === TaskStatus.done ? { path: '', down_size: 0, done_at: null } : {}
    const running = { status: TaskStatus.run, code: TaskCode.added, reason: '', act_id: id, chosen, ...notTried }
    return begin(await progress.change(row, { ...running, ...sizes, ...fresh }))
  }

  const canBegin = ({ task_id }: TaskRow): boolean => engine.isUp() && (slots.has(task_id) || slots.free() > 0)

  /** Passes the task to the engine if there is a free slot; otherwise it waits. */
  async function begin(row: TaskRow): Promise<Started> {
    if (canBegin(row)) {
      slots.take(row.task_id)
      await unlessAway(engine.job(row.task_id).then((job) => reconcileTask(row, job)))
    }
    const after = await store.byId(row.task_id)
    // spec 4: a start that is answered with any other code leaves the task at stop; its reason is kept.
    if (after?.status === TaskStatus.failed) await progress.change(after, { status: TaskStatus.stop })
    if (after?.status === TaskStatus.failed)
      throw new Refusal(after.code, { task_id: row.task_id, old_task_id: '', reason: after.reason })
    return { task_id: row.task_id, old_task_id: '' }
  }

  async function namedBy(accepted: Accepted) {
    return accepted.kind === 'magnet' ? magnets.known(accepted.infoHash) : undefined
  }

  return {
    /** Code 200 with the task's id, or a Refusal with the task code. id: the act's id; a repeat finds the same task. */
    start: ({ id, accepted, select, oldTaskId = '' }: Start): Promise<Started> =>
      oneAtATime(async () => {
        const row = (await store.byAct(id)) ?? (await store.byKey(accepted.key))
        if (row) return startAgain({ id, row, select })
        if ((await store.countUnfinished()) >= taskLimit) throw new Refusal(TaskCode.limit)
        const made = await store.add(newRow({ id, accepted, select, oldTaskId, named: await namedBy(accepted), now: now() }))
        if (canBegin(made)) slots.take(made.task_id)
        await progress.publish(made)
        return begin(made)
      }),

    restart: (again: { id: string; task_id: string; select: number[] | undefined }): Promise<Started | undefined> =>
      oneAtATime(async () => {
        const row = await store.byId(again.task_id)
        return row && startAgain({ id: again.id, row, select: again.select })
      }),

    /** The task that this act created, if the act is a repeat. */
    ofAct: (id: string): Promise<Started | undefined> =>
      oneAtATime(async () => {
        const row = await store.byAct(id)
        return row && startAgain({ id, row, select: undefined })
      }),
  }
}
