/** What downloads and the library know of files: whose they are, and whether they are whole. */
import { TaskStatus } from '@homeport/contract/download.ts'
import type { Db } from '../kit/db.ts'

export type FileFacts = { task_id: string; is_part: boolean; movie_id: string; file_id: string }
const none: FileFacts = { task_id: '', is_part: false, movie_id: '', file_id: '' }

/** root: the download folder that the paths of tasks are relative to. */
export function fileFactQueries(db: Db, root: string) {
  const relativeOf = (path: string) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined)

  return {
    /** By absolute path; at most 200. */
    async factsOf(paths: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
      const facts = new Map<string, FileFacts>()
      if (paths.length === 0) return facts
      const films = await db.selectFrom('movie_file').select(['path', 'film_id', 'file_id']).where('path', 'in', paths).execute()
      for (const { path, film_id, file_id } of films) facts.set(path, { ...none, movie_id: film_id, file_id })
      const byRelative = new Map(paths.flatMap((path) => (relativeOf(path) === undefined ? [] : [[relativeOf(path), path]])))
      const relatives = [...byRelative.keys()].filter((path) => path !== undefined)
      if (relatives.length === 0) return facts
      const tasks = await db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select(['task_file.path', 'task.task_id', 'task.status'])
        .where('task_file.path', 'in', relatives)
        .where('task.removing', 'is', null)
        .execute()
      for (const { path, task_id, status } of tasks) {
        const abs = byRelative.get(path) ?? ''
        facts.set(abs, { ...none, ...facts.get(abs), task_id, is_part: status !== TaskStatus.done })
      }
      return facts
    },

    /** Whether an unfinished download writes this file, or one below this folder. */
    async isInUse(path: string): Promise<boolean> {
      const relative = path === root ? '' : relativeOf(path)
      if (relative === undefined) return false
      const open = db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select('task.task_id')
        .where('task.status', '!=', TaskStatus.done)
        .where('task.removing', 'is', null)
        .where('task_file.is_selected', '=', 1)
        .where((eb) =>
          eb.or([
            eb('task_file.path', '=', relative),
            // '0' comes after '/'.
            eb.and([eb('task_file.path', '>=', `${relative}/`), eb('task_file.path', '<', `${relative}0`)]),
          ]),
        )
      return (await open.limit(1).executeTakeFirst()) !== undefined
    },
  }
}
