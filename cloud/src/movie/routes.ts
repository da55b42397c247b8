/** Routes for a box's film library, from the mirror: they work while the box is offline too. The box is asked to probe the films on screen that lack details first. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { deviceFilms, filmGenresOf, listFilms, movieSync, saveFavorite, syncMovie } from '@homeport/contract/movie/movie.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type DeviceContext, type Route } from '../kit/http/serve.ts'
import { createBoxLibrary, requireFilm, unreadIds, type BoxLibraryDeps } from './library/box-library.ts'
import { historyRoutes, type Marks } from './history/history.routes.ts'
import { identifyRoutes } from './identify.routes.ts'
import type { FilmMarkSender } from './history/film-mark-sender.ts'
import { countsOf, filterOf } from './library/filter.ts'
import { pageOf } from './library/page.ts'
import type { SearchLog } from './search/search-log.ts'
import { searchRoutes } from './search/search.routes.ts'
import { seriesRoutes } from './series.routes.ts'

export type MovieDeps = BoxLibraryDeps & {
  marks: Marks
  searchLog: SearchLog
  markSender: Pick<FilmMarkSender, 'changed'>
  /** Adds or removes a film among the user's favourites. */
  setFavorite: (realm: Realm, favorite: { user_id: string; movie_id: string; is_favorite: boolean }, now: number) => Promise<void>
}

export function movieRoutes({ setFavorite, marks, searchLog, markSender, ...deps }: MovieDeps): Route[] {
  const boxLibrary = createBoxLibrary(deps)
  const { libraryFor, staleAt, lookAt, filmsOf } = boxLibrary

  const films = async (query: Out<typeof listFilms.input>, context: DeviceContext) => {
    const { page, limit } = query
    const [userLibrary, stale_at] = await Promise.all([libraryFor(context, query), staleAt(context)])
    const { library, options } = userLibrary
    const failures = filterOf(library.films, query, options)
    const { ids, total } = pageOf(library, query, { failures, user: options.user })
    const data = await filmsOf(context, ids, userLibrary)
    if (stale_at === null) lookAt(context, unreadIds(data))
    return { data, total, page, limit, stale_at }
  }

  return [
    serve(listFilms, films),
    serve(deviceFilms, films),
    serve(filmGenresOf, async (filter, context) => {
      const { library, options } = await libraryFor(context, filter)
      return countsOf(library.films, filter, options)
    }),
    serve(saveFavorite, async ({ id, is_favorite }, context) => {
      const { realm, user, now } = context
      if (is_favorite) await requireFilm(context, id)
      await setFavorite(realm, { user_id: user.user_id, movie_id: id, is_favorite }, now)
      return { is_favorite }
    }),
    serve(syncMovie, async (_, { box }) => {
      const { code } = await box.send(movieSync.name, {})
      if (code !== Code.ok) throw new Refusal(Code.noResponse)
      return null
    }),
    ...searchRoutes({ ...boxLibrary, searchLog }),
    ...seriesRoutes(boxLibrary),
    ...historyRoutes(boxLibrary, marks, markSender),
    ...identifyRoutes(boxLibrary),
  ]
}
