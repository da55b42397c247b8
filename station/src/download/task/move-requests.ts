/** Takes what people ask for: files of tasks in another download folder, or under another name. */
import { basename, posix } from 'node:path'
import { TaskStatus } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DownloadFolders } from '../download-folders.ts'
import { isLink, unlessAway, type Engine } from '../engine.ts'
import { fileName } from '../source/file-names.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { Moving } from './moving.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { topOf } from './plan-paths.ts'
import type { Progress } from './progress.ts'
import type { Relocate } from './relocate.ts'

export type MoveRequestsParts = {
  store: TaskStore
  engine: Engine
  folders: DownloadFolders
  progress: Progress
  oneAtATime: OneAtATime
  relocate: Relocate
}
type Target = { folder_id: string; folder_path: string }

export function createMoveRequests({ store, engine, folders, progress, oneAtATime, relocate }: MoveRequestsParts) {
  /** The engine lets go of it. */
  async function begin(row: TaskRow, moving: Moving): Promise<TaskRow> {
    const down_size = Math.max(row.down_size, progress.downOf(row.task_id) ?? 0)
    progress.leave(row.task_id)
    await unlessAway(engine.pause(row.task_id, row.kind))
    await unlessAway(engine.forget(row.task_id, row.kind))
    return progress.change(row, { moving_to: JSON.stringify(moving), ...(row.status === TaskStatus.done ? {} : { down_size }) })
  }

  async function moveOne(row: TaskRow, target: Target): Promise<boolean> {
    const isThere = folders.idOf(row.folder_id) === target.folder_id && row.folder_path === target.folder_path
    if (isThere || row.moving_to !== '') return false
    const moving = await planOf({ store, folders }, row, { ...target, name: '' })
    const place = folders.of(target)
    const path = moving.path === '' ? '' : await place.freeName(target.folder_path, basename(moving.path))
    await begin(row, { ...moving, path })
    return true
  }

  return {
    /** Answered at once; the files follow. */
    move: async (ids: readonly string[], { folder_id, folder_path }: Target): Promise<number> => {
      const target = { folder_id: folders.idOf(folder_id), folder_path }
      const place = folders.of(target)
      if (!folders.has(target.folder_id) || !(await place.isWritable()) || !(await place.leadsInside(folder_path)))
        throw new Refusal(TaskCode.noFolder, { reason: 'no_folder' })
      const changed = await oneAtATime(async () => {
        const rows = await store.byIds(ids)
        if (rows.length === 0) throw new Refusal(TaskCode.notCreated)
        let count = 0
        for (const row of rows) if (await moveOne(row, target)) count += 1
        return count
      })
      relocate.work()
      return changed
    },

    /** The file, or a torrent's folder; what has no file yet gets the name once it has. */
    rename: async (task_id: string, name: string): Promise<{ task_id: string; name: string }> => {
      await oneAtATime(async () => {
        const row = await store.byId(task_id)
        if (!row) throw new Refusal(TaskCode.notCreated)
        if (row.moving_to !== '') throw new Refusal(TaskCode.noFolder, { reason: 'busy' })
        if (fileName(name) === row.name) return
        const moving = await planOf({ store, folders }, row, {
          folder_id: folders.idOf(row.folder_id),
          folder_path: row.folder_path,
          name,
        })
        const isFree = moving.path === '' || moving.path === moving.old.path || !(await folders.of(row).isTaken(moving.path))
        if (!isFree) throw new Refusal(TaskCode.noFolder, { reason: 'exists' })
        const isUnnamed = moving.path === '' || (isLink(row.kind) && row.status !== TaskStatus.done)
        const named = await progress.change(row, { given_name: name, name })
        if (!isUnnamed) await begin(named, moving)
      })
      relocate.work()
      await relocate.done()
      const row = await store.byId(task_id)
      return { task_id, name: row?.name ?? name }
    },
  }
}

type PlanParts = Pick<MoveRequestsParts, 'store' | 'folders'>

/** name: '' keeps it. */
async function planOf(
  { store, folders }: PlanParts,
  row: TaskRow,
  { folder_id, folder_path, name }: Target & { name: string },
): Promise<Moving> {
  const top = row.path || topOf(row, (await store.files(row.task_id))[0]?.path)
  const path = top === '' ? '' : posix.join(folder_path, name || basename(top))
  return { step: 'copy', folder_id, folder_path, path, old: { folder_id: folders.idOf(row.folder_id), path: top } }
}
