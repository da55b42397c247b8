/** The film that each finished download is, kept at hand: read whole at start, and again for the tasks that a change of the library concerns. */
import type { TaskFilm } from '@homeport/contract/download.ts'
import type { TaskFilmStore } from './task-film.store.ts'

export type TaskFilms = Awaited<ReturnType<typeof openTaskFilms>>

export async function openTaskFilms(store: TaskFilmStore) {
  const byTask = await store.films(await store.tasks())

  /** One film, or several parts of one: a task of several films is none of them. */
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
    /** It runs again, or is on its way out. */
    forget: (task_id: string) => void byTask.delete(task_id),
    /** These films changed, came or went; the tasks whose film is another now, or is told otherwise. */
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
