/** Deletes what finished torrents needed beside their files, once they are no longer shared. */
import { TaskStatus } from '@homeport/contract/download.ts'
import type { DownloadDir } from '../download-dir.ts'
import type { Engine } from '../engine.ts'
import type { TaskStore } from '../store.ts'

export async function dropAside({
  store,
  place,
  engine,
}: {
  store: TaskStore
  place: DownloadDir
  engine: Engine
}): Promise<void> {
  const done = (await store.byIds(await place.leftovers())).filter(
    ({ kind, status, removing }) => kind === 'magnet' && status === TaskStatus.done && removing === null,
  )
  if (done.length === 0 || !engine.isUp()) return
  const shared = new Set((await engine.active()).map(({ gid }) => gid))
  for (const { task_id } of done.filter((row) => !shared.has(row.task_id))) {
    await place.dropJob(task_id)
    await place.dropWork(task_id)
  }
}
