/** Takes what people ask for: files of tasks in another download folder, or under another name. */
import { basename, posix } from 'node:path'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { fitName } from '../../folder/disk-names.ts'
import { isLink, unlessAway, type Engine } from '../../engine/engine.ts'
import { diskFailureOf } from '../../engine/failure.ts'
import { fileName } from '../../torrent/file-names.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { MoveState } from './moving.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { topOf } from '../torrent/plan-paths.ts'
import type { Progress } from '../view/progress.ts'
import type { Relocate } from './relocate.ts'

export type MoveRequestsDeps = {
  store: TaskStore
  engine: Engine
  folders: DownloadFolders
  progress: Progress
  oneAtATime: OneAtATime
  relocate: Relocate
}
type Target = { folder_id: string; folder_path: string }

export function createMoveRequests({ store, engine, folders, progress, oneAtATime, relocate }: MoveRequestsDeps) {
  /** The engine lets go of it. */
  async function begin(row: TaskRow, moving: MoveState, change: Partial<TaskRow> = {}): Promise<TaskRow> {
    const down_size = Math.max(row.down_size, progress.downOf(row.task_id) ?? 0)
    progress.leave(row.task_id)
    await unlessAway(engine.pause(row.task_id, row.kind))
    await unlessAway(engine.forget(row.task_id, row.kind))
    const reached = row.status === TaskStatus.done ? {} : { down_size }
    return progress.change(row, { moving_to: JSON.stringify(moving), ...reached, ...change })
  }

  /** Somebody deleted its files. */
  const isGone = async (row: TaskRow): Promise<boolean> =>
    row.status === TaskStatus.done && row.path !== '' && !(await folders.of(row).isTaken(row.path))

  async function moveOne(row: TaskRow, target: Target): Promise<boolean> {
    const isThere = folders.idOf(row.folder_id) === target.folder_id && row.folder_path === target.folder_path
    if (isThere || row.moving_to !== '' || (await isGone(row))) return false
    const moving = await planOf({ store, folders }, row, { ...target, name: '' })
    const folder = folders.of(target)
    const path = moving.path === '' ? '' : await folder.freeName(target.folder_path, basename(moving.path))
    await begin(row, { ...moving, path }, path === '' || row.status !== TaskStatus.done ? {} : { name: basename(path) })
    return true
  }

  return {
    /** Answered at once; the files follow. */
    move: async (ids: readonly string[], { folder_id, folder_path }: Target): Promise<number> => {
      const folder = folders.of({ folder_id })
      if (!folders.has(folder_id) || !(await folder.isWritable()) || !(await folder.leadsInside(folder_path)))
        throw new Refusal(TaskCode.noFolder, { reason: 'no_folder' })
      const target = { folder_id: folders.idOf(folder_id), folder_path: await folder.fitPath(folder_path) }
      await folder.makeFolder(target.folder_path).catch((error: unknown) => {
        const { code, reason } = diskFailureOf(error)
        throw new Refusal(code, { reason })
      })
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
    rename: async (task_id: string, given: string): Promise<{ task_id: string; name: string }> => {
      const path = await oneAtATime(async () => {
        const row = await store.byId(task_id)
        if (!row) throw new Refusal(TaskCode.notCreated)
        if (row.moving_to !== '') throw new Refusal(TaskCode.noFolder, { reason: 'busy' })
        const folder = folders.of(row)
        if (!(await folder.isWritable())) throw new Refusal(TaskCode.noFolder, { reason: 'no_folder' })
        const name = fitName(fileName(given), await folder.names())
        if (name === row.name) return ''
        const moving = await planOf({ store, folders }, row, {
          folder_id: folders.idOf(row.folder_id),
          folder_path: row.folder_path,
          name,
        })
        if (await isGone(row)) throw new Refusal(TaskCode.noFolder, { reason: 'not_found' })
        const isFree = moving.path === '' || moving.path === moving.old.path || !(await folder.isTaken(moving.path))
        // On a disk without capitals the same file has the name already.
        if (!isFree && !(await folder.isSameFile(moving.old.path, moving.path)))
          throw new Refusal(TaskCode.noFolder, { reason: 'exists' })
        const isUnnamed = moving.path === '' || (isLink(row.kind) && row.status !== TaskStatus.done)
        const named = await progress.change(row, { given_name: name, name })
        if (isUnnamed) return ''
        await begin(named, moving)
        return moving.path
      })
      relocate.work()
      await relocate.done()
      const row = await store.byId(task_id)
      if (row && path !== '' && row.path !== path) throw new Refusal(TaskCode.noFolder, { reason: row.reason || 'other' })
      return { task_id, name: row?.name ?? given }
    },
  }
}

type PlanDeps = Pick<MoveRequestsDeps, 'store' | 'folders'>

/** name: '' keeps it. */
async function planOf(
  { store, folders }: PlanDeps,
  row: TaskRow,
  { folder_id, folder_path, name }: Target & { name: string },
): Promise<MoveState> {
  const top = row.path || topOf(row, (await store.files(row.task_id))[0]?.path)
  const path = top === '' ? '' : posix.join(folder_path, name || basename(top))
  return { step: 'copy', folder_id, folder_path, path, changed: {}, old: { folder_id: folders.idOf(row.folder_id), path: top } }
}
