/** Deletes what finished torrents needed beside their files, once they are no longer shared. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { Engine } from '../../engine/engine.ts'
import type { TaskStore } from '../../table/store.ts'

export async function dropAside({
  store,
  folders,
  engine,
}: {
  store: TaskStore
  folders: DownloadFolders
  engine: Engine
}): Promise<void> {
  const done = (await store.byIds(await folders.leftovers())).filter(
    ({ kind, status, removing }) => kind === 'magnet' && status === TaskStatus.done && removing === null,
  )
  if (done.length === 0 || !engine.isUp()) return
  const shared = new Set((await engine.active()).map(({ gid }) => gid))
  for (const row of done.filter(({ task_id }) => !shared.has(task_id))) {
    const place = folders.of(row)
    // The engine's record of a torrent that is one file lies beside the file.
    if (row.file_count === 1) await place.dropNotes(row.path)
    await place.dropJob(row.task_id)
    await place.dropWork(row.task_id)
  }
}
