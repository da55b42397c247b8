/** Joins finished downloads with the films of the library by file path. */
import { resolve, sep } from 'node:path'
import { sql } from 'kysely'
import { TaskStatus, type TaskFilm } from '@homeport/contract/download.ts'
import type { Db } from '../kit/db.ts'

export type TaskFilmStore = ReturnType<typeof taskFilmStore>

/** Ids per query: the parameters of a database statement are limited. */
const idsAtOnce = 500

/** root: the download folder. Task paths are relative to it, those of the library are absolute. */
export function taskFilmStore(db: Db, root: string) {
  const folder = resolve(root)
  const prefix = folder.endsWith(sep) ? folder : folder + sep

  /** Uses the library's index of paths. */
  const filmsOf = (taskIds: readonly string[]) =>
    db
      .selectFrom('task')
      .innerJoin('task_file', 'task_file.task_id', 'task.task_id')
      .innerJoin('movie_file', (on) => on.on('movie_file.path', '=', sql<string>`${prefix} || ${sql.ref('task_file.path')}`))
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
  const tasksOf = () =>
    db
      .selectFrom('movie_file')
      .innerJoin('task_file', (on) =>
        on.on('task_file.path', '=', sql<string>`substr(${sql.ref('movie_file.path')}, ${[...prefix].length + 1})`),
      )
      .select('task_file.task_id')
      .distinct()

  return {
    /** A task without a film has no entry. */
    async films(taskIds: readonly string[]): Promise<Map<string, TaskFilm[]>> {
      const rows = []
      for (const ids of slices(taskIds)) rows.push(...(await filmsOf(ids).execute()))
      const byTask = Map.groupBy(rows, ({ task_id }) => task_id)
      const filmOf = ({ movie_id, title, poster }: TaskFilm): TaskFilm => ({ movie_id, title, poster })
      return new Map([...byTask].map(([id, films]) => [id, films.map(filmOf)]))
    },
    /** Tasks that have a file of these films, or of any film at all. */
    async tasks(filmIds?: readonly string[]): Promise<string[]> {
      const rows = []
      if (!filmIds) rows.push(...(await tasksOf().execute()))
      else for (const ids of slices(filmIds)) rows.push(...(await tasksOf().where('movie_file.film_id', 'in', ids).execute()))
      return rows.map(({ task_id }) => task_id)
    },
  }
}

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / idsAtOnce) }, (_, at) => all.slice(at * idsAtOnce, (at + 1) * idsAtOnce))
}
