/** Deletes what finished torrents needed beside their files, once they are no longer shared. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { DownloadDir } from '../../folder/download-dir.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { Engine } from '../../engine/engine.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { byItself } from './finish-removals.ts'

export async function dropAside({
  store,
  folders,
  engine,
  onFault,
}: {
  store: TaskStore
  folders: DownloadFolders
  engine: Engine
  onFault: (fault: unknown) => void
}): Promise<void> {
  const done = (await store.byIds(await folders.leftovers())).filter(
    ({ kind, status, removing }) => kind === 'magnet' && status === TaskStatus.done && removing === null,
  )
  if (done.length === 0 || !engine.isUp()) return
  const shared = new Set((await engine.active()).map(({ gid }) => gid))
  for (const row of done.filter(({ task_id }) => !shared.has(task_id))) await byItself(dropOf(folders.of(row), row), onFault)
}

async function dropOf(folder: DownloadDir, { task_id, path, file_count }: TaskRow): Promise<void> {
  // The engine's record of a torrent that is one file lies beside the file.
  if (file_count === 1) await folder.dropNotes(path)
  await folder.dropJob(task_id)
  await folder.dropWork(task_id)
}
