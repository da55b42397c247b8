/** The files of a task on their way to another folder: each is taken along, deleted at its old place once the task is there, or put back. */
import { dirname, join } from 'node:path'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { isSameDisk, takeFile, takeFolder } from '../../folder/move-files.ts'
import type { TaskFileRow, TaskRow, TaskStore } from '../../table/store.ts'
import { movedPath, targetsOf, type MoveState } from './moving.ts'

type Taking = { moving: MoveState; rows: readonly TaskFileRow[]; isStopped: () => boolean }

export function createMoveTaskFiles({ store, folders }: { store: TaskStore; folders: DownloadFolders }) {
  /** True if something was copied that is still at its old place. */
  async function take(row: TaskRow, { moving, rows, isStopped }: Taking): Promise<boolean> {
    const { folder_id, path, old } = moving
    const [from, to] = [folders.of(old), folders.of({ folder_id })]
    if (!(await to.isWritable()) || !(await from.isConnected())) throw folderAway()
    await to.makeFolder(path === '' ? '' : dirname(path))
    const isSame = await isSameDisk(from.root, to.root)
    const size = Math.max(row.down_size, row.status === TaskStatus.done ? row.download_size : 0)
    if (!isSame && !(await to.hasRoomFor(size))) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    if (from.root !== to.root) await takeFolder(to.root, from.workOf(row.task_id), to.workOf(row.task_id))
    const targets = targetsOf(rows, { moving, disk: await to.names() })
    const [only] = rows
    // Without the engine's record, the data is verified by its hashes when the download goes on.
    if (row.kind === 'magnet' && only && rows.length === 1) await from.dropNotes(only.path)
    let isCopied = from.root !== to.root
    for (const file of rows) {
      if (file.is_selected === 0 || isStopped()) continue
      const target = targets.get(file.file_index) ?? file.path
      const partial = join(to.workOf(row.task_id), `moving-${file.file_index}`)
      await to.makeFolder(dirname(target))
      if (await takeFile({ root: to.root, from: from.absolute(file.path), to: to.absolute(target), partial })) isCopied = true
      else if (file.path !== target) await from.dropEmptyAbove(file.path)
    }
    // A file that was not there is not missing, but away.
    if (!(await from.isConnected())) throw folderAway()
    return isCopied
  }

  /** The task was removed meanwhile. */
  async function dropTaken(row: TaskRow, moving: MoveState): Promise<void> {
    const to = folders.of(moving)
    const files = await store.files(row.task_id)
    const targets = targetsOf(files, { moving, disk: await to.names() })
    for (const file of files)
      if (file.is_selected === 1) await to.dropFile(targets.get(file.file_index) ?? '', { size: file.size, isWhole: false })
    await to.dropWork(row.task_id)
  }

  /** Deletes at the old place the files that were copied. False while that folder is away; one that left the settings is left as it is. */
  async function clean(row: TaskRow, { path, old, changed }: MoveState): Promise<boolean> {
    const [from, to] = [folders.of(old), folders.of(row)]
    if (folders.has(old.folder_id) && !(await from.isConnected())) return false
    for (const file of await store.files(row.task_id)) {
      if (file.is_selected === 0) continue
      const isThere = await to.has(file.path)
      const before = changed[file.file_index] ?? movedPath(file.path, path, old.path)
      if (isThere) await from.dropFile(before, { size: file.size, isWhole: false })
    }
    if (from.root !== to.root) await from.dropWork(row.task_id)
    if (row.status === TaskStatus.done) await to.dropWork(row.task_id)
    return true
  }

  async function putBack(row: TaskRow, moving: MoveState): Promise<void> {
    const [from, to] = [folders.of(moving.old), folders.of(moving)]
    // Nothing was taken to a folder that is away.
    if (!(await to.isWritable())) return
    const files = await store.files(row.task_id)
    const targets = targetsOf(files, { moving, disk: await to.names() })
    for (const file of files) {
      const target = targets.get(file.file_index) ?? file.path
      if (file.is_selected === 0 || target === file.path || !(await to.has(target))) continue
      if (await from.has(file.path)) await to.dropFile(target, { size: file.size, isWhole: false })
      else
        await takeFile({
          root: from.root,
          from: to.absolute(target),
          to: from.absolute(file.path),
          partial: `${from.absolute(file.path)}.aria2`,
        })
      await to.dropEmptyAbove(target)
    }
    if (from.root !== to.root) await to.dropWork(row.task_id)
  }

  return { take, dropTaken, clean, putBack }
}

const folderAway = (): Error => Object.assign(new Error('the folder is away'), { code: 'ENOENT' })
