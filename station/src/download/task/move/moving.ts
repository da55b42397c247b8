/** Where the files of a task are going, as it is kept in its row: a move that was interrupted goes on from it. */
import * as z from 'zod/mini'
import { fitPath, pathKey, variantsOf, type DiskNames } from '../../folder/disk-names.ts'
import type { TaskFileRow, TaskRow } from '../../table/store.ts'

/**
 * copy: the files are on their way; clean: the task is there, and what was copied is deleted at its old place. path: the torrent's folder or the file in
 * the new folder, '' where nothing has a name yet; old: the same in the folder where it was. changed: where those were, by index, that have another name than the top alone makes.
 */
const MoveState = z.object({
  step: z.enum(['copy', 'clean']),
  folder_id: z.string(),
  folder_path: z.string(),
  path: z.string(),
  old: z.object({ folder_id: z.string(), path: z.string() }),
  changed: z._default(z.record(z.string(), z.string()), {}),
})
export type MoveState = z.infer<typeof MoveState>

export const movingOf = ({ moving_to }: Pick<TaskRow, 'moving_to'>): MoveState => MoveState.parse(JSON.parse(moving_to))

/** The same file below another top. */
export function movedPath(path: string, from: string, to: string): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path
}

type Targets = { moving: Pick<MoveState, 'path' | 'old'>; disk: DiskNames }

/** Where each file goes, by index: as the new disk can hold it, each under a name of its own. The same at each call. */
export function targetsOf(files: readonly TaskFileRow[], { moving: { path, old }, disk }: Targets): Map<number, string> {
  const used = new Set<string>()
  const targets = new Map<number, string>()
  for (const file of files) {
    const moved = movedPath(file.path, old.path, path)
    const isBelow = moved === path || moved.startsWith(`${path}/`)
    const fitted = isBelow ? path + fitPath(moved.slice(path.length), disk) : fitPath(moved, disk)
    const target = file.is_selected === 0 ? moved : freeOf(fitted, used, disk)
    if (file.is_selected === 1) used.add(pathKey(target, disk))
    targets.set(file.file_index, target)
  }
  return targets
}

function freeOf(path: string, used: ReadonlySet<string>, disk: DiskNames): string {
  for (const candidate of variantsOf(path, 'file', disk)) if (!used.has(pathKey(candidate, disk))) return candidate
  throw new Error('there are endless variants of a name')
}
