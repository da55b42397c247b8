/** Film library acts: the handlers of the phone's requests. */
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  filmCounts,
  filmOfBox,
  filmQuery,
  movieList,
  movieLook,
  movieScan,
  movieSync,
  watchedSize,
} from '@homeport/contract/movie/movie.ts'
import { namesRead, type NameReading } from '@homeport/contract/movie/read-names.ts'
import { answer, type ActCaller, type Handler } from '../kit/connection/answer.ts'
import { Refusal } from '../kit/refusal.ts'
import { inTurns } from '../kit/turns/in-turns.ts'
import type { Viewer } from '../shared/viewer.ts'
import { readLinkName } from './name/read-link-name.ts'
import type { Movies } from './open.ts'

export function movieActs(movies: Pick<Movies, 'list' | 'state' | 'sync' | 'lookAt' | 'catalog'>): Handler[] {
  return [
    answer(movieList, async ({ limit, offset }) => movies.list(limit, offset)),
    answer(filmQuery, async (query, by) => {
      const page = await movies.catalog.page(query, { viewer: viewerOf(by), lang: by.realm })
      movies.lookAt(page.data.filter(({ duration_ms, poster }) => duration_ms === null || poster === '').map(({ id }) => id))
      return page
    }),
    answer(filmCounts, (filter, by) => movies.catalog.counts(filter, viewerOf(by))),
    answer(filmOfBox, async ({ id }, by) => {
      const film = await movies.catalog.detail(id, { viewer: viewerOf(by), lang: by.realm })
      if (!film) throw new Refusal(Code.notFound)
      return film
    }),
    answer(movieScan, async () => movies.state()),
    answer(movieSync, async () => {
      void movies.sync()
      return { ...(await movies.state()), is_scanning: true }
    }),
    answer(movieLook, async ({ ids }) => {
      movies.lookAt(ids)
      return {}
    }),
    answer(namesRead, async ({ names }) => {
      const data: NameReading[] = []
      for await (const name of inTurns(names)) data.push(readLinkName(name))
      return { data }
    }),
    answer(watchedSize, async (_, by) => ({ size: await movies.catalog.watchedSize(viewerOf(by)) })),
  ]
}

/** The person who asks. */
function viewerOf({ realm, from }: ActCaller): Viewer | undefined {
  return from && { realm, user_id: from.user_id }
}
