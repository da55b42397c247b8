/** Promise 38: tasks that failed because the disk was full are retried once there is space. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { Space } from '../limits/disk-reservation.ts'

/** Wait before the same task is tried again, since a disk may report free space and still be full. */
const againMs = 600_000
/** Rows of each folder, beside those that were tried a short while ago. */
const rowsAtOnce = 10

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

  /** The one that lacks least first: a large one hides no small one that would fit. */
  async function nextIn(folder_id: string): Promise<TaskRow | undefined> {
    const limit = rowsAtOnce + triedAt.size
    for (const row of await store.wantRoom({ code: TaskCode.noSpace, folder_id, limit })) {
      const missing = row.download_size - Math.max(row.down_size, await folders.of(row).allocatedTo(row.task_id))
      if ((await space.isFree({ ...row, missing })) && !triedAt.has(row.task_id)) return row
    }
    return undefined
  }

  return async (): Promise<TaskRow | undefined> => {
    for (const [task_id, at] of triedAt) if (now() - at >= againMs) triedAt.delete(task_id)
    for (const folder_id of await store.foldersWithoutRoom(TaskCode.noSpace)) {
      const row = await nextIn(folder_id)
      if (!row) continue
      triedAt.set(row.task_id, now())
      return row
    }
    return undefined
  }
}
