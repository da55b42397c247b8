/** Promise 38: tasks that failed because the disk was full are retried once there is space. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { Space } from '../limits/disk-reservation.ts'

/** Wait before the same task is tried again, since a disk may report free space and still be full. */
const againMs = 600_000

/** The next task to retry; one at a time, since each uses up space. */
export function retryWhenSpaceIsFree({
  store,
  folders,
  space,
  now,
}: {
  store: TaskStore
  folders: DownloadFolders
  space: Pick<Space, 'isFree'>
  now: () => number
}) {
  const triedAt = new Map<string, number>()
  return async (): Promise<TaskRow | undefined> => {
    for (const row of await store.wantRoom(TaskCode.noSpace)) {
      const missing = row.download_size - Math.max(row.down_size, await folders.of(row).allocatedTo(row.task_id))
      if (!(await space.isFree({ ...row, missing }))) continue
      if (now() - (triedAt.get(row.task_id) ?? -Infinity) < againMs) continue
      if (triedAt.size > 1_000) triedAt.clear()
      triedAt.set(row.task_id, now())
      return row
    }
    return undefined
  }
}
