/** Tasks that need room on a disk: those that take it, those that wait for it, and those that failed for want of it. */
import { sql } from 'kysely'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { Db } from '../../kit/db.ts'
import { tasks, waitsForSpace } from './task-queue.store.ts'
import type { TaskRow } from './task-row.ts'

/** That the engine may have written for. */
export type BegunTask = Pick<TaskRow, 'task_id' | 'kind' | 'folder_id' | 'download_size' | 'file_count'>

const waitingAtOnce = 10
const missing = sql<number>`(download_size - down_size)`

export function taskSpace(db: Db) {
  const waiting = () =>
    tasks(db).where('status', '=', TaskStatus.run).where('next_at', 'is not', null).where('reason', '=', waitsForSpace)
  const failed = (code: number) =>
    tasks(db).where('status', 'in', [TaskStatus.failed, TaskStatus.stop]).where('code', '=', code).where('download_size', '>', 0)

  return {
    /** Those that run or wait and whose files are begun, without those that wait for space. */
    begun: (): Promise<BegunTask[]> =>
      tasks(db)
        .select(['task_id', 'kind', 'folder_id', 'download_size', 'file_count'])
        .where('status', '=', TaskStatus.run)
        .where('has_begun', '=', 1)
        .where('download_size', '>', 0)
        .where((eb) => eb.or([eb('next_at', 'is', null), eb('reason', '!=', waitsForSpace)]))
        .execute(),
    async foldersWaitingForSpace(): Promise<string[]> {
      return foldersOf(await waiting().select('folder_id').distinct().execute())
    },
    /** The first ones in the order of the queue. room: bytes; those that lack more are left out. */
    waitingForSpace: ({ folder_id, room }: { folder_id: string; room: number }): Promise<TaskRow[]> =>
      waiting()
        .selectAll()
        .where('folder_id', '=', folder_id)
        .where(missing, '<=', room)
        .orderBy('priority', 'desc')
        .orderBy('queue_order')
        .limit(waitingAtOnce)
        .execute(),
    /** Folders of tasks that failed or were refused with this code and whose size is known. */
    async foldersWithoutRoom(code: number): Promise<string[]> {
      return foldersOf(await failed(code).select('folder_id').distinct().execute())
    },
    /** Those tasks of a folder, the one that lacks least first. */
    wantRoom: ({ code, folder_id, limit }: { code: number; folder_id: string; limit: number }): Promise<TaskRow[]> =>
      failed(code).selectAll().where('folder_id', '=', folder_id).orderBy(missing).orderBy('seq').limit(limit).execute(),
  }
}

const foldersOf = (rows: readonly Pick<TaskRow, 'folder_id'>[]): string[] => rows.map(({ folder_id }) => folder_id)
