/** Cache of the film of each finished download: loaded at start, and updated for the tasks that a library change affects. */
import type { TaskFilm } from '@homeport/contract/download/download.ts'
import type { TaskFilmStore } from './task-film.store.ts'

export type TaskFilms = Awaited<ReturnType<typeof loadTaskFilms>>

export async function loadTaskFilms(store: TaskFilmStore) {
  const byTask = await store.films(await store.tasks())

  /** One film, possibly in several parts; null for a task with several films. */
  function of(task_id: string): TaskFilm | null {
    const [film, another] = byTask.get(task_id) ?? []
    return film && !another ? film : null
  }

  async function read(taskIds: readonly string[]): Promise<void> {
    const films = await store.films(taskIds)
    for (const id of taskIds) {
      const own = films.get(id)
      if (own) byTask.set(id, own)
      else byTask.delete(id)
    }
  }

  return {
    of,
    read,
    /** The task runs again, or is being removed. */
    forget: (task_id: string) => void byTask.delete(task_id),
    /** Called when these films were added, removed or changed; returns the tasks whose film data changed. */
    async changed(filmIds: readonly string[]): Promise<string[]> {
      const isOne = new Set(filmIds)
      const had = [...byTask].filter(([, films]) => films.some(({ movie_id }) => isOne.has(movie_id))).map(([id]) => id)
      const concerned = [...new Set([...had, ...(await store.tasks(filmIds))])]
      const before = concerned.map((id) => JSON.stringify(of(id)))
      await read(concerned)
      return concerned.filter((id, at) => JSON.stringify(of(id)) !== before[at])
    },
  }
}
