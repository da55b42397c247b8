/** Starts new and existing tasks; a start that is delivered twice is one start. The rows are written without waiting for the engine. */
import { TaskStatus, taskLimit } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DownloadDir } from '../download-dir.ts'
import type { Engine } from '../engine.ts'
import type { Accepted } from '../source/accept-link.ts'
import type { TorrentMetadata } from '../source/torrent-metadata.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { Begin, BeginHow, Started } from './begin.ts'
import { newRow } from './new-row.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { Progress } from './progress.ts'
import { notTried } from './retry.ts'
import type { Slots } from './slots.ts'
import { chosenOf } from './torrent-columns.ts'

export type StartParts = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  place: DownloadDir
  slots: Slots
  progress: Progress
  /** Of the rows that start; reconciling only touches rows that run. */
  admission: OneAtATime
  begin: Begin
  now: () => number
}
/** select: ranges of file indexes. */
type Again = { id: string; select: string | undefined; withinMs: number }
/** oldTaskId: the id that the app had for this link and that the box no longer has (spec 4). size: that the server of a link announced. */
type Start = Again & { accepted: Accepted; oldTaskId?: string; size?: number | undefined }
/** What an admitted start still has to do: nothing, or to be passed to the engine. */
type Admitted = { row: TaskRow; how?: Omit<BeginHow, 'withinMs'> }

export function createStart({ store, engine, magnets, place, slots, progress, admission, begin, now }: StartParts) {
  async function admitAgain({ id, row, select }: { id: string; row: TaskRow; select: string | undefined }): Promise<Admitted> {
    const same = { task_id: row.task_id, old_task_id: '' }
    if (row.act_id === id && row.status !== TaskStatus.stop) return row.status === TaskStatus.run ? { row, how: {} } : { row }
    if (row.status === TaskStatus.run) throw new Refusal(TaskCode.inDownloading, same)
    const isHere = row.status === TaskStatus.done && (await place.has(row.path))
    if (isHere) throw new Refusal(TaskCode.inComplete, same)
    const isNew = row.status === TaskStatus.done || (select !== undefined && select !== chosenOf(row)?.text)
    const chosen = select ?? row.chosen
    const sizes = isNew && row.kind === 'magnet' ? { total_size: 0, down_size: 0 } : {}
    const reset = row.status === TaskStatus.done ? { path: '', down_size: 0, done_at: null } : {}
    const running = { status: TaskStatus.run, code: TaskCode.added, reason: '', act_id: id, chosen, ...notTried }
    return { row: await progress.change(row, { ...running, ...sizes, ...reset }), how: { isNew } }
  }

  async function admitNew({ id, accepted, select, oldTaskId = '', size = 0 }: Start): Promise<Admitted> {
    if ((await store.countUnfinished()) >= taskLimit) throw new Refusal(TaskCode.limit)
    const named = accepted.kind === 'magnet' ? await magnets.known(accepted.infoHash) : undefined
    const row = await store.add(newRow({ id, accepted, select, oldTaskId, size, named, now: now() }))
    if (engine.isUp(row.kind) && slots.canTake(row.task_id)) slots.take(row.task_id)
    await progress.publish(row)
    return { row, how: {} }
  }

  async function finish({ row, how }: Admitted, withinMs: number): Promise<Started> {
    return how ? begin(row, { ...how, withinMs }) : { task_id: row.task_id, old_task_id: '' }
  }

  async function again(find: () => Promise<TaskRow | undefined>, { id, select, withinMs }: Again): Promise<Started | undefined> {
    const admitted = await admission(async () => {
      const row = await find()
      return row && admitAgain({ id, row, select })
    })
    return admitted && finish(admitted, withinMs)
  }

  return {
    /** Code 200 with the task's id, or a Refusal with the task code. id: the act's id; a repeat finds the same task. */
    async start(request: Start): Promise<Started> {
      const admitted = await admission(async () => {
        const row = (await store.byAct(request.id)) ?? (await store.byKey(request.accepted.key))
        return row ? admitAgain({ ...request, row }) : admitNew(request)
      })
      return finish(admitted, request.withinMs)
    },

    restart: (task_id: string, request: Again): Promise<Started | undefined> => again(() => store.byId(task_id), request),

    /** The task that this act created, if the act is a repeat. */
    ofAct: (request: Omit<Again, 'select'>): Promise<Started | undefined> =>
      again(() => store.byAct(request.id), { ...request, select: undefined }),
  }
}
