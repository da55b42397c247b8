/** Moves the files of tasks to another download folder, and renames them. Interrupted at any moment it goes on, and nothing is lost or doubled (promise 37). */
import { basename } from 'node:path'
import { createWhileDue } from '@homeport/contract/kit/while-due.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { diskFailureOf, noFolder, noRoom } from '../../engine/failure.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { createMoveTaskFiles } from './move-task-files.ts'
import { movedPath, movingOf, targetsOf, type MoveState } from './moving.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'

export type RelocateDeps = {
  store: TaskStore
  folders: DownloadFolders
  progress: Progress
  oneAtATime: OneAtATime
  onFault: (fault: unknown) => void
  /** Called when a task can go on. */
  onMoved: (task_id: string) => void
}
export type Relocate = ReturnType<typeof createRelocate>

export function createRelocate({ store, folders, progress, oneAtATime, onFault, onMoved }: RelocateDeps) {
  const files = createMoveTaskFiles({ store, folders })
  let isStopped = false
  let hasLooked = false
  const moves = createWhileDue(moveAll)
  /** Their files are moved; what lies at the old place is deleted once that folder is back. */
  const waiting = new Set<string>()

  /** Carries out the moves. */
  function work(): void {
    if (!isStopped) moves.wake().catch(onFault)
  }

  async function moveAll(): Promise<void> {
    /** Moves that can neither end nor be taken back now, for example where a folder left the settings. They hold up no other (promise 42). */
    const faulty = new Set<string>()
    for (;;) {
      const row = isStopped ? undefined : await store.nextMoving([...faulty, ...waiting])
      if (!row) return
      const moved = await finish(row)
        .catch((error: unknown) => giveUp(row, error))
        .catch((fault: unknown) => (onFault(fault), faulty.add(row.task_id), false))
      if (moved) onMoved(row.task_id)
    }
  }

  async function end(row: TaskRow, moving: MoveState): Promise<boolean> {
    if (!(await files.clean(row, moving))) {
      waiting.add(row.task_id)
      return false
    }
    await oneAtATime(() => progress.change(row, { moving_to: '' }))
    return true
  }

  async function finish(row: TaskRow): Promise<boolean> {
    const moving = movingOf(row)
    if (moving.step === 'clean') return end(row, moving)
    const rows = await store.files(row.task_id)
    if (rows.length === 0 && !(await store.byId(row.task_id))) return false
    const isCopied = await files.take(row, { moving, rows, isStopped: () => isStopped })
    if (isStopped) return false
    const targets = targetsOf(rows, { moving, disk: await folders.of(moving).names() })
    const changed = Object.fromEntries(
      rows.flatMap((file) =>
        targets.get(file.file_index) === movedPath(file.path, moving.old.path, moving.path) ? [] : [[file.file_index, file.path]],
      ),
    )
    const cleaning = JSON.stringify({ ...moving, step: 'clean', changed })
    const next = await oneAtATime(async () => {
      if (!(await store.byId(row.task_id))) return undefined
      const paths = rows.map((file) => ({ ...file, path: targets.get(file.file_index) ?? file.path }))
      const { folder_id, folder_path, path } = moving
      const change = { folder_id, folder_path, moving_to: isCopied ? cleaning : '', ...(row.path === '' ? {} : { path }) }
      await store.relocated(row.task_id, change, paths)
      return { ...row, ...change }
    })
    if (!next) {
      await files.dropTaken(row, moving)
      return false
    }
    await progress.publish(next)
    return isCopied ? end(next, moving) : true
  }

  /** Everything stays, or goes back to, where it was. */
  async function giveUp(row: TaskRow, error: unknown): Promise<boolean> {
    const moving = movingOf(row)
    const failure = diskFailureOf(error)
    if (failure.reason !== noRoom.reason && failure.reason !== noFolder.reason) onFault(error)
    if (moving.step === 'copy') await files.putBack(row, moving)
    await oneAtATime(() => progress.change(row, { moving_to: '', reason: failure.reason, ...nameOf(row, moving) }))
    return true
  }

  return {
    work,
    /** Called now and then. Moves that were under way when the box was stopped go on at first, later those whose folder may be back. */
    look(): void {
      if (hasLooked && waiting.size === 0) return
      hasLooked = true
      waiting.clear()
      work()
    },
    /** Resolves once nothing is being moved. */
    done: async (): Promise<void> => moves.running()?.catch(() => {}),
    stop: async (): Promise<void> => {
      isStopped = true
      await moves.running()?.catch(() => {})
    },
  }
}

/** The task is named as its files are named on the disk (promise 54). */
function nameOf(row: TaskRow, { old, path }: MoveState): Partial<TaskRow> {
  if (path === '' || old.path === '') return {}
  const name = basename(old.path)
  return { name, given_name: row.given_name === '' ? '' : name }
}
