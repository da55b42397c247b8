/** Joins finished downloads with the films of the library by file path. */
import { resolve, sep } from 'node:path'
import { sql } from 'kysely'
import { TaskStatus, type TaskFilm } from '@homeport/contract/download/download.ts'
import type { Db } from '../../kit/db.ts'

type TaskFolder = { folder_id: string; path: string }
export type TaskFilmStore = ReturnType<typeof taskFilmStore>

/** Ids per query: the parameters of a database statement are limited. */
const idsAtOnce = 500

/** The download folders. Task paths are relative to them, those of the library are absolute. */
export function taskFilmStore(db: Db, folders: readonly TaskFolder[]) {
  const prefixes = folders.map(({ folder_id, path }) => ({ folder_id, prefix: prefixOf(path) }))
  const prefix = sql<string>`case task.folder_id ${sql.join(
    prefixes.map((one) => sql`when ${one.folder_id} then ${one.prefix}`),
    sql` `,
  )} end`

  /** Uses the library's index of paths. */
  const filmsOf = (taskIds: readonly string[]) =>
    db
      .selectFrom('task')
      .innerJoin('task_file', 'task_file.task_id', 'task.task_id')
      .innerJoin('movie_file', (on) => on.on('movie_file.path', '=', sql<string>`(${prefix}) || ${sql.ref('task_file.path')}`))
      .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
      .select(['task.task_id', 'movie_film.film_id as movie_id', 'movie_film.title', 'movie_film.poster'])
      .distinct()
      .where('task.task_id', 'in', taskIds)
      .where('task.removing', 'is', null)
      .where('task.status', '=', TaskStatus.done)
      .where('task_file.is_selected', '=', 1)
      .where('movie_file.state', '!=', 'other')
      .where('movie_film.is_listed', '=', 1)

  /** Uses the downloads' index of paths. SQLite counts code points, as a spread does. */
  const tasksIn = ({ folder_id, prefix: own }: (typeof prefixes)[number]) =>
    db
      .selectFrom('movie_file')
      .innerJoin('task_file', (on) =>
        on.on('task_file.path', '=', sql<string>`substr(${sql.ref('movie_file.path')}, ${[...own].length + 1})`),
      )
      .innerJoin('task', 'task.task_id', 'task_file.task_id')
      .select('task_file.task_id')
      .distinct()
      .where('task.folder_id', '=', folder_id)

  return {
    /** A task without a film has no entry. */
    async films(taskIds: readonly string[]): Promise<Map<string, TaskFilm[]>> {
      const rows = []
      for (const ids of slices(taskIds)) for (const row of await filmsOf(ids).execute()) rows.push(row)
      const byTask = Map.groupBy(rows, ({ task_id }) => task_id)
      const filmOf = ({ movie_id, title, poster }: TaskFilm): TaskFilm => ({ movie_id, title, poster })
      return new Map([...byTask].map(([id, films]) => [id, films.map(filmOf)]))
    },
    /** Tasks that have a file of these films, or of any film at all. */
    async tasks(filmIds?: readonly string[]): Promise<string[]> {
      const rows: { task_id: string }[] = []
      for (const folder of prefixes) {
        const queries = filmIds
          ? slices(filmIds).map((ids) => tasksIn(folder).where('movie_file.film_id', 'in', ids))
          : [tasksIn(folder)]
        for (const query of queries) for (const row of await query.execute()) rows.push(row)
      }
      return rows.map(({ task_id }) => task_id)
    },
  }
}

function prefixOf(path: string): string {
  const folder = resolve(path)
  return folder.endsWith(sep) ? folder : folder + sep
}

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / idsAtOnce) }, (_, at) => all.slice(at * idsAtOnce, (at + 1) * idsAtOnce))
}
