/** A link's way: fetched in its work folder, moved out under the server's name when it is complete. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { basename } from 'node:path'
import type { DownloadDir } from '../download-dir.ts'
import type { Engine, Job } from '../engine.ts'
import type { Failure } from '../failure.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { Outcome } from './outcome.ts'
import type { Progress } from './progress.ts'

export const noRoom: Failure = { code: TaskCode.noSpace, reason: 'no_space' }

export type HttpTaskParts = { store: TaskStore; engine: Engine; place: DownloadDir; progress: Progress; outcome: Outcome }

export function createHttpTask({ store, engine, place, progress, outcome }: HttpTaskParts) {
  /** The path is stored before the move, so a kill in between ends with the same path. */
  async function bringOut(row: TaskRow, name: string): Promise<void> {
    const isRetry = row.path !== ''
    const path = isRetry ? row.path : await place.freeName(name)
    if (!isRetry) await progress.change(row, { path, name: path, total_size: row.total_size, download_size: row.download_size })
    const size = name === '' ? await place.sizeOf(path) : await place.sizeInWork(row.task_id, name)
    await store.setFiles(row.task_id, [{ file_index: 1, path, size, is_selected: 1 }])
    if (name !== '') await place.bringOut(row.task_id, name, path)
    await outcome.done(row, { path, name: path })
  }

  return {
    async add(row: TaskRow): Promise<void> {
      const name = await place.finishedIn(row.task_id)
      // The file was complete and being moved out when the station was stopped.
      if (row.path !== '' && (name !== '' || (await place.has(row.path)))) return bringOut(row, name)
      const dir = await place.prepareWork(row.task_id)
      await progress.change(row, { has_begun: 1 })
      await engine.addHttp({ gid: row.task_id, url: row.url, dir })
    },

    /** The server has said its size and name. */
    async size(row: TaskRow, job: Job): Promise<void> {
      if (job.total_bytes === 0 || job.total_bytes === row.total_size) return
      const file = (await engine.job(row.task_id))?.files[0]
      if (!file) return
      const sizes = { total_size: job.total_bytes, download_size: job.total_bytes }
      const sized = await progress.change(row, { name: basename(file.path), ...sizes })
      const missing = job.total_bytes - (await place.allocatedTo(row.task_id))
      if (!(await place.hasRoomFor(missing))) await outcome.fail(sized, noRoom)
    },

    async finish(row: TaskRow, job: Job): Promise<void> {
      const name = await place.finishedIn(row.task_id)
      await engine.forget(row.task_id)
      // A complete job without its file was deleted from outside: it starts again.
      if (name !== '') await bringOut({ ...row, total_size: job.total_bytes, download_size: job.total_bytes }, name)
    },
  }
}
