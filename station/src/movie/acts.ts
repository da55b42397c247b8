/** Film library acts: the handlers of the phone's requests. */
import { movieList, movieLook, movieScan, movieSync, watchedSize } from '@homeport/contract/movie/movie.ts'
import { answer, type Handler } from '../kit/answer.ts'
import type { Movies } from './open.ts'

export function movieActs(movies: Pick<Movies, 'list' | 'state' | 'sync' | 'lookAt' | 'catalog'>): Handler[] {
  return [
    answer(movieList, async ({ limit, offset }) => movies.list(limit, offset)),
    answer(movieScan, async () => movies.state()),
    answer(movieSync, async () => {
      void movies.sync()
      return { ...(await movies.state()), is_scanning: true }
    }),
    answer(movieLook, async ({ ids }) => {
      movies.lookAt(ids)
      return {}
    }),
    answer(watchedSize, async (_, { realm, from }) => ({
      size: await movies.catalog.watchedSize(from && { realm, user_id: from.user_id }),
    })),
  ]
}
