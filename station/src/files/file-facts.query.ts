/** The facts that downloads and the library have about files: whose they are, and whether they are whole. */
import { resolve } from 'node:path'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import { folderIdOf } from '../shared/folder-id.ts'

export type FileFacts = { task_id: string; is_part: boolean; movie_id: string; file_id: string }
const none: FileFacts = { task_id: '', is_part: false, movie_id: '', file_id: '' }

export type FileFactQueries = ReturnType<typeof fileFactQueries>

/** roots: the download folders, the first of which is the one of tasks that name none. A task's paths are relative to its folder. */
export function fileFactQueries(db: Db, roots: readonly string[]) {
  const folders = roots.map((path, at) => ({ root: resolve(path), ids: [folderIdOf(path), ...(at === 0 ? [''] : [])] }))

  async function addTasks(facts: Map<string, FileFacts>, paths: readonly string[]): Promise<void> {
    for (const { root, ids } of folders) {
      const absOf = new Map(paths.flatMap((path) => (path.startsWith(`${root}/`) ? [[path.slice(root.length + 1), path]] : [])))
      if (absOf.size === 0) continue
      const rows = await db
        .selectFrom('task_file')
        .innerJoin('task', 'task.task_id', 'task_file.task_id')
        .select(['task_file.path', 'task.task_id', 'task.status'])
        .where('task_file.path', 'in', [...absOf.keys()])
        .where('task.folder_id', 'in', ids)
        .where('task.removing', 'is', null)
        .execute()
      for (const { path, task_id, status } of rows) {
        const abs = absOf.get(path) ?? ''
        facts.set(abs, { ...none, ...facts.get(abs), task_id, is_part: status !== TaskStatus.done })
      }
    }
  }

  return {
    /** By absolute path; at most 200. */
    async factsOf(paths: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
      const facts = new Map<string, FileFacts>()
      if (paths.length === 0) return facts
      const films = await db.selectFrom('movie_file').select(['path', 'film_id', 'file_id']).where('path', 'in', paths).execute()
      for (const { path, film_id, file_id } of films) facts.set(path, { ...none, movie_id: film_id, file_id })
      await addTasks(facts, paths)
      return facts
    },

    /** How many films of the library, a series counted once, have files below this folder. */
    async filmsBelow(folder: string): Promise<number> {
      const row = await db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(sql<number>`count(distinct coalesce(nullif(series_id, ''), movie_film.film_id))`.as('films'))
        .where('is_listed', '=', 1)
        // '0' comes after '/'.
        .where('path', '>=', `${folder}/`)
        .where('path', '<', `${folder}0`)
        .executeTakeFirst()
      return row?.films ?? 0
    },

    /** `device:inode` of any film of the library below this folder. */
    async inodeBelow(folder: string): Promise<string | undefined> {
      const film = db.selectFrom('movie_file').select('inode').where('path', '>=', `${folder}/`).where('path', '<', `${folder}0`)
      return (await film.limit(1).executeTakeFirst())?.inode
    },

    /** Whether an unfinished download writes this file, or one below this folder. */
    async isInUse(path: string): Promise<boolean> {
      for (const { root, ids } of folders) {
        const isAbove = path === root || root.startsWith(`${path}/`)
        if (!isAbove && !path.startsWith(`${root}/`)) continue
        const relative = path.slice(root.length + 1)
        const open = db
          .selectFrom('task_file')
          .innerJoin('task', 'task.task_id', 'task_file.task_id')
          .select('task.task_id')
          .where('task.status', '!=', TaskStatus.done)
          .where('task.folder_id', 'in', ids)
          .where('task.removing', 'is', null)
          .where('task_file.is_selected', '=', 1)
          .$if(!isAbove, (query) =>
            query.where((eb) =>
              eb.or([
                eb('task_file.path', '=', relative),
                // '0' comes after '/'.
                eb.and([eb('task_file.path', '>=', `${relative}/`), eb('task_file.path', '<', `${relative}0`)]),
              ]),
            ),
          )
        if ((await open.limit(1).executeTakeFirst()) !== undefined) return true
      }
      return false
    },
  }
}
