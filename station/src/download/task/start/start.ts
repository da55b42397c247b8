/** Starts new and existing tasks; a start that is delivered twice is one start. The rows are written without waiting for the engine. */
import { taskLimit, TaskStatus } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Accepted } from '../../link/accept-link.ts'
import type { ChosenFolder } from '../../link/chosen-folder.ts'
import type { TaskRow } from '../../table/store.ts'
import { createAdmitAgain, type Admitted, type AdmitAgainDeps } from './admit-again.ts'
import type { Begin, Started } from './begin.ts'
import { newRow } from './new-row.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Slots } from '../limits/slots.ts'

export type StartDeps = AdmitAgainDeps & {
  engine: Engine
  slots: Slots
  /** Guards the rows that start; reconciling only touches rows that run. */
  admission: OneAtATime
  begin: Begin
  now: () => number
}
/** select: ranges of file indexes. */
type Again = { id: string; select: string | undefined; withinMs: number }
/** oldTaskId: the id that the app had for this link and that the box no longer has (spec 4). size: that the server of a link announced. */
type Start = Again & { accepted: Accepted; chosenFolder?: ChosenFolder; oldTaskId?: string; size?: number | undefined }

export function createStart({ engine, slots, admission, begin, now, ...parts }: StartDeps) {
  const { store, magnets, progress } = parts
  const admitAgain = createAdmitAgain(parts)

  async function admitNew({ id, accepted, chosenFolder, select, oldTaskId = '', size = 0 }: Start): Promise<Admitted> {
    if ((await store.countUnfinished()) >= taskLimit) throw new Refusal(TaskCode.limit)
    const named = accepted.kind === 'magnet' ? await magnets.torrentOf(accepted.infoHash) : undefined
    const row = await store.add(newRow({ id, accepted, chosenFolder, select, oldTaskId, size, named, now: now() }))
    if (engine.isUp(row.kind) && slots.canTake(row)) slots.take(row)
    await progress.publish(row)
    return { row, how: {} }
  }

  /** A task whose server asked for user and password, and this link to the same file has them. */
  async function signIn({ url, key, login }: Accepted): Promise<TaskRow | undefined> {
    const row = login === '' ? undefined : await store.byUrl(url)
    const isOver = row?.status === TaskStatus.failed || row?.status === TaskStatus.stop
    return row && isOver && row.reason === 'login' ? progress.change(row, { key, login }) : undefined
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
        const row =
          (await store.byAct(request.id)) ?? (await store.byKey(request.accepted.key)) ?? (await signIn(request.accepted))
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
