/** Complete downloads follow their files when somebody moves or renames them in Files. Files that leave the download folders are not followed. */
import { basename, dirname } from 'node:path'
import type { FileMove } from '../../../shared/event-bus.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { FolderFile, TaskRow, TaskStore } from '../../table/store.ts'
import { movedPath } from './moving.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'

type FollowDeps = { store: TaskStore; folders: DownloadFolders; progress: Progress; oneAtATime: OneAtATime }

export function createFollowFiles({ store, folders, progress, oneAtATime }: FollowDeps) {
  const isBelow = (path: string, top: string) => movedPath(path, top, '') !== path

  async function followOne(row: TaskRow, from: FolderFile, to: FolderFile): Promise<void> {
    const files = await store.files(row.task_id)
    const moved = files.filter(({ path }) => isBelow(path, from.path))
    const isWhole = isBelow(row.path, from.path)
    // A task has all its files in one download folder.
    if (to.folder_id !== from.folder_id && !isWhole) return
    const path = movedPath(row.path, from.path, to.path)
    const above = dirname(path)
    const name = row.path === from.path ? { name: basename(path) } : {}
    const columns = isWhole ? { folder_id: to.folder_id, folder_path: above === '.' ? '' : above, path, ...name } : {}
    const paths = moved.map((file) => ({ ...file, path: movedPath(file.path, from.path, to.path) }))
    await store.relocated(row.task_id, { path, ...columns }, paths)
    await progress.publish({ ...row, ...columns })
  }

  return async (moves: readonly FileMove[]): Promise<void> => {
    for (const { from, to } of moves) {
      const [before, after] = [folders.fileAt(from), folders.fileAt(to)]
      if (!before || !after) continue
      await oneAtATime(async () => {
        for (const row of await store.doneBelow(before)) await followOne(row, before, after)
      })
    }
  }
}
