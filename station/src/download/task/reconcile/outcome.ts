/** The ends of a try: done, failed with its reason, or to be tried again later. */
import { TaskStatus, type TaskReason } from '@homeport/contract/download/download.ts'
import { retryAfterMs } from '@homeport/contract/kit/http/retry-after.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { isLink, type Engine, type Job } from '../../engine/engine.ts'
import { fileExists, noFolder, noRoom, type Failure } from '../../engine/failure.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { Progress } from '../view/progress.ts'
import { afterFailedTry, notTried } from '../../table/retry.ts'
import type { Space } from '../limits/disk-reservation.ts'

/** A folder that is there again by the time its failure is told. */
const folderTries = 3
/** A server that let the box in before and does not now: some twenty minutes. */
const refusedTries = 8

export type OutcomeDeps = {
  store: TaskStore
  engine: Engine
  folders: DownloadFolders
  progress: Progress
  space: Space
  now: () => number
}
export type Outcome = ReturnType<typeof createOutcome>

export function createOutcome({ store, engine, folders, progress, space, now }: OutcomeDeps) {
  /** Bytes of the task on the disk. Bytes that the engine could not continue are deleted: they would fill the disk for nothing. */
  async function remaining(row: TaskRow, job: Job | undefined): Promise<number> {
    const folder = folders.of(row)
    if (isLink(row.kind) && !(await folder.canContinue(row.task_id))) {
      await folder.dropWork(row.task_id)
      return 0
    }
    return job && job.done_bytes > 0 ? job.done_bytes : Math.max(row.down_size, progress.downOf(row.task_id) ?? 0)
  }

  const isAway = async (row: TaskRow, reason: TaskReason): Promise<boolean> =>
    reason === noFolder.reason && !(await folders.of(row).isWritable())

  /** A disk that was pulled out, a share that comes late: it goes on from its bytes. */
  async function waitForFolder(row: TaskRow, job: Job | undefined): Promise<void> {
    await engine.forget(row.task_id, row.kind)
    const down_size = Math.max(row.down_size, job?.done_bytes ?? 0)
    await progress.wait(row, { ...notTried, reason: noFolder.reason, next_at: now(), down_size })
  }

  async function fail(row: TaskRow, { code, reason }: Failure, job?: Job): Promise<void> {
    if (await isAway(row, reason)) return waitForFolder(row, job)
    await engine.forget(row.task_id, row.kind)
    const isForeign = job?.error === fileExists && row.kind === 'magnet'
    if (isForeign) await store.setFiles(row.task_id, [])
    const untouched = isForeign ? { has_begun: 0, path: '' } : {}
    const down_size = await remaining(row, job)
    await progress.change(row, { status: TaskStatus.failed, code, reason, down_size, ...notTried, ...untouched })
  }

  async function waitForSpace(row: TaskRow, missing: number, job: Job | undefined): Promise<void> {
    space.noteWaiting(row.task_id, missing)
    await engine.forget(row.task_id, row.kind)
    const down_size = await remaining(row, job)
    await progress.wait(row, { ...notTried, reason: noRoom.reason, next_at: now(), down_size })
  }

  return {
    fail,

    async done(row: TaskRow, more: Partial<TaskRow>): Promise<void> {
      await progress.change(row, {
        ...more,
        ...notTried,
        status: TaskStatus.done,
        code: TaskCode.added,
        reason: '',
        down_size: row.download_size,
        done_at: now(),
      })
    },

    /** True where the disk has room for what is missing. Otherwise the task waits until the others need less, or fails where that would not help. */
    async reserve(row: TaskRow, missing: number, job?: Job): Promise<boolean> {
      const room = await space.roomFor({ ...row, missing })
      if (room === 'never') await fail(row, noRoom)
      if (room === 'beside') await waitForSpace(row, missing, job)
      return room === 'fits'
    },

    /** job: that failed, if the engine had one. */
    async failOrRetry(row: TaskRow, failure: Failure, job?: Job): Promise<void> {
      const isBanned = failure.reason === 'refused' && row.tries >= refusedTries
      const mayBeBack = failure.reason === noFolder.reason && job !== undefined && row.tries < folderTries
      if (isBanned || (!failure.isPassing && !mayBeBack) || (await isAway(row, failure.reason))) return fail(row, failure, job)
      await engine.forget(row.task_id, row.kind)
      const down_size = await remaining(row, job)
      const tried = afterFailedTry(row, down_size, now())
      const earliest = now() + retryAfterMs(failure.retryAfter ?? {}, now())
      const isAsked = earliest > (tried.next_at ?? 0)
      await progress.wait(row, {
        ...tried,
        down_size,
        ...(isAsked ? { reason: 'asked_to_wait', next_at: earliest } : { reason: failure.reason }),
      })
    },
  }
}
