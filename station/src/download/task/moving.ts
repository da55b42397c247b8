/** Where the files of a task are going, as it is kept in its row: a move that was interrupted goes on from it. */
import * as z from 'zod/mini'
import type { TaskRow } from '../store.ts'

/**
 * copy: the files are on their way; clean: the task is there, and what was copied is deleted at its old place. path: the torrent's folder or the file in
 * the new folder, '' where nothing has a name yet; old: the same in the folder where it was.
 */
const Moving = z.object({
  step: z.enum(['copy', 'clean']),
  folder_id: z.string(),
  folder_path: z.string(),
  path: z.string(),
  old: z.object({ folder_id: z.string(), path: z.string() }),
})
export type Moving = z.infer<typeof Moving>

export const movingOf = ({ moving_to }: Pick<TaskRow, 'moving_to'>): Moving => Moving.parse(JSON.parse(moving_to))

/** The same file below another top. */
export function movedPath(path: string, from: string, to: string): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path
}
