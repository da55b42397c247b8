/** A link's way: fetched in its work folder, moved out under the server's name when it is complete. */
import { basename, join } from 'node:path'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { fitName } from '../../folder/disk-names.ts'
import { isLink, limitsOf, type Engine, type Job } from '../../engine/engine.ts'
import { failureOf } from '../../engine/failure.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { createBecomeLink } from './become-link.ts'
import type { Outcome } from './outcome.ts'
import { fullUrl } from '../../link/link-login.ts'
import type { Progress } from '../view/progress.ts'

/** A server without ranges broke off. */
const networkCut = { error: 6, error_text: '' }

export type HttpTaskDeps = {
  store: TaskStore
  engine: Engine
  folders: DownloadFolders
  progress: Progress
  outcome: Outcome
  becomeLink: ReturnType<typeof createBecomeLink>
}

export function createHttpTask({ store, engine, folders, progress, outcome, becomeLink }: HttpTaskDeps) {
  /** name: of the file in the work folder. The path is stored before the move, so a kill in between ends with the same path. */
  async function bringOut(row: TaskRow, name: string): Promise<void> {
    const folder = folders.of(row)
    // Another file may have taken the name before the move could be made.
    const isRetry =
      row.path !== '' && (name === '' || !(await folder.isAnother(join(folder.workOf(row.task_id), name), row.path)))
    const path = isRetry ? row.path : await folder.freeName(row.folder_path, row.given_name || name)
    if (!isRetry)
      await progress.change(row, { path, name: basename(path), total_size: row.total_size, download_size: row.download_size })
    const size = name === '' ? await folder.sizeOf(path) : await folder.sizeInWork(row.task_id, name)
    await store.setFiles(row.task_id, [{ file_index: 1, path, size, is_selected: 1, is_adopted: 0 }])
    if (name !== '') await folder.bringOut(row.task_id, name, path)
    await outcome.done(row, { path, name: basename(path) })
  }

  async function bringWhole(row: TaskRow, name: string, size: number): Promise<void> {
    if (row.kind === 'http' && (await becomeLink.torrent(row, name))) return
    await bringOut({ ...row, total_size: size, download_size: size }, name)
  }

  async function add(row: TaskRow): Promise<void> {
    const folder = folders.of(row)
    const name = await folder.finishedIn(row.task_id)
    // The file was complete and being moved out when the station was stopped.
    if (row.path !== '' && (name !== '' || (await folder.has(row.path)))) return bringOut(row, name)
    const whole = await folder.wholeIn(row)
    if (whole !== '') return bringWhole(row, whole, await folder.sizeInWork(row.task_id, whole))
    const missing = row.download_size - (await folder.allocatedTo(row.task_id))
    if (row.download_size > 0 && !(await outcome.reserve(row, missing))) return
    const disk = await folder.names()
    const dir = await folder.prepareWork(row.task_id)
    await progress.change(row, { has_begun: 1 })
    if (!isLink(row.kind)) return
    const job = { gid: row.task_id, kind: row.kind, url: fullUrl(row), dir, name: row.given_name, limits: limitsOf(row) }
    await engine.addLink({ ...job, fit: (name) => fitName(name, disk) })
  }

  return {
    add,

    /** The bytes on the disk cannot be continued: it begins anew at once the first time, later with the waits of a retry. */
    async beginAnew(row: TaskRow, job: Job): Promise<void> {
      await engine.forget(row.task_id, row.kind)
      await folders.of(row).dropWork(row.task_id)
      if (row.tries > 0 || row.down_size === 0) return outcome.failOrRetry(row, failureOf(networkCut), job)
      progress.forget(row.task_id)
      return add(await progress.change(row, { down_size: 0, tries: 1 }))
    },

    /** The server has said its size and name. */
    async size(row: TaskRow, job: Job): Promise<void> {
      if (job.is_live !== undefined && Number(job.is_live) !== row.is_live)
        await progress.change(row, { is_live: job.is_live ? 1 : 0 })
      if (job.total_bytes === 0 || job.total_bytes === row.total_size) return
      const file = (await engine.files(row.task_id, row.kind))[0]
      if (!file) return
      const sizes = { total_size: job.total_bytes, download_size: job.total_bytes }
      const sized = await progress.change(row, { name: row.given_name || basename(file.path), ...sizes })
      await outcome.reserve(sized, job.total_bytes - (await folders.of(row).allocatedTo(row.task_id)), job)
    },

    async finish(row: TaskRow, job: Job): Promise<void> {
      const name = await folders.of(row).finishedIn(row.task_id)
      // Before the engine forgets it: a kill or a write that fails in between loses no byte (promise 37).
      if (name !== '') await folders.of(row).markFinished(row.task_id)
      await engine.forget(row.task_id, row.kind)
      // A complete job without its file was deleted from outside: it starts again.
      if (name !== '') await bringWhole(row, name, job.total_bytes)
    },
  }
}
