/** Routes for a box's film library, from the mirror: they work while the box is offline too. The box is asked to probe the films on screen that lack details first. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/promise.ts'
import {
  deviceFilms,
  filmDetail,
  filmGenresOf,
  listFilms,
  movieSync,
  saveFavorite,
  searchFilms,
  syncMovie,
} from '@homeport/contract/movie.ts'
import { listEpisodes } from '@homeport/contract/series.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type DeviceContext, type Route } from '../kit/serve.ts'
import { highlight } from '../shared/search/highlight.ts'
import { openBoxLibrary, ofUser, requireFilm, unreadIds, type BoxLibraryDeps } from './box-library.ts'
import { seasonPage } from './episode.store.ts'
import { historyRoutes, type Marks } from './history.routes.ts'
import { identifyRoutes } from './identify.routes.ts'
import { countsOf, filterOf } from './library/filter.ts'
import { find } from './library/find.ts'
import { pageOf } from './library/page.ts'
import { fold } from './library/search-keys.ts'
import { filesOf, filmById } from './store.ts'

export type MovieDeps = BoxLibraryDeps & {
  marks: Marks
  /** Adds or removes a film among the user's favourites. */
  setFavorite: (realm: Realm, favorite: { user_id: string; movie_id: string; is_favorite: boolean }, now: number) => Promise<void>
}

export function movieRoutes({ setFavorite, marks, ...deps }: MovieDeps): Route[] {
  const boxLibrary = openBoxLibrary(deps)
  const { libraryOf, libraryFor, staleAt, lookAt, filmsOf } = boxLibrary

  const films = async (query: Out<typeof listFilms.input>, context: DeviceContext) => {
    const { page, limit } = query
    const [{ library, options }, stale_at] = await Promise.all([libraryFor(context, query), staleAt(context)])
    const matches = filterOf(library.films, query, options)
    const { ids, total } = pageOf(library, query, { matches, user: options.user })
    const data = await filmsOf(context, ids)
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
    serve(searchFilms, async (query, context) => {
      const { realm, db, device } = context
      const { devsn } = device
      const [library, stale_at] = await Promise.all([libraryOf(realm, devsn), staleAt(context)])
      const results = find(library, query)
      const spellings = fold(results.corrected || query.q).split(' ')
      const [hits, fileLists] = await Promise.all([
        filmsOf(context, [...results.films, ...results.series]),
        filesOf(
          db,
          devsn,
          results.files.map(({ film_id }) => film_id),
        ),
      ])
      const byId = new Map(hits.map((film) => [film.id, film]))
      const marked = (ids: readonly string[]) =>
        ids.flatMap((id) => {
          const film = byId.get(id)
          return film ? [{ ...film, marked_title: highlight(film.title, spellings) }] : []
        })
      return {
        counts: results.counts,
        films: marked(results.films),
        series: marked(results.series),
        files: results.files.flatMap(({ film_id, file }) => {
          const of = fileLists.get(film_id)?.[file]
          if (!of) return []
          const { id, path, file_size, file_name } = of
          return [{ id, movie_id: film_id, path, file_size, marked_name: highlight(file_name, spellings) }]
        }),
        people: results.people.map(({ id, name, photo, films: count }) => ({
          id,
          photo,
          films: count,
          marked_name: highlight(name, spellings),
        })),
        corrected: results.corrected,
        page: query.page,
        limit: query.limit,
        stale_at,
      }
    }),
    serve(saveFavorite, async ({ id, is_favorite }, context) => {
      const { realm, user, now } = context
      if (is_favorite) await requireFilm(context, id)
      await setFavorite(realm, { user_id: user.user_id, movie_id: id, is_favorite }, now)
      return { is_favorite }
    }),
    serve(filmDetail, async ({ id }, context) => {
      const film = await filmById(context.db, { ...ofUser(context), id })
      if (!film) throw new Refusal(Code.notFound)
      const stale_at = await staleAt(context)
      if (stale_at === null) lookAt(context, unreadIds([film]))
      return { ...film, stale_at }
    }),
    serve(syncMovie, async (_, { box }) => {
      const { code } = await box.send(movieSync.name, {})
      if (code !== Code.ok) throw new Refusal(Code.noResponse)
      return null
    }),
    serve(listEpisodes, async ({ id, season, page, limit }, context) => {
      await requireFilm(context, id)
      const slice = { series_id: id, season, limit, offset: (page - 1) * limit }
      const [episodes, stale_at] = await Promise.all([seasonPage(context.db, { ...ofUser(context), ...slice }), staleAt(context)])
      if (stale_at === null) lookAt(context, unreadIds(episodes.data.map((one) => ({ ...one, poster: one.still }))))
      return { ...episodes, page, limit, stale_at }
    }),
    ...historyRoutes(boxLibrary, marks),
    ...identifyRoutes(boxLibrary),
  ]
}
