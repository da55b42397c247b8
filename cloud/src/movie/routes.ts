/** Routes for a box's film library, from the mirror: they work while the box is offline too. The box is asked to probe the films on screen that lack details first. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/promise.ts'
import {
  deviceFilms,
  filmDetail,
  filmGenresOf,
  listFilms,
  movieLook,
  movieSync,
  saveFavorite,
  searchFilms,
  syncMovie,
  type Film,
  type FilmFilter,
} from '@homeport/contract/movie.ts'
import { listHistory } from '@homeport/contract/watch-history.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type UserBoxRequests, type DeviceContext, type Route } from '../kit/serve.ts'
import { highlight } from '../shared/search/highlight.ts'
import { countsOf, filterOf, type Options } from './library/filter.ts'
import { find } from './library/find.ts'
import { createLibraries, type Library } from './library/libraries.ts'
import { pageOf } from './library/page.ts'
import { fold } from './library/search-keys.ts'
import { filesOf, filmById, filmsByIds, hasFilm, historyOf, userFilmIds } from './store.ts'

export type MovieDeps = {
  /** seenAt in ms. */
  presenceOf: (realm: Realm, devsn: string) => Promise<{ online: boolean; seenAt: number | null }>
  /** Sends to an online box for a user; undefined if it is offline. */
  boxFor: (realm: Realm, userId: string, devsn: string) => UserBoxRequests | undefined
  /** Adds or removes a film among the user's favourites. */
  setFavorite: (realm: Realm, favorite: { user_id: string; movie_id: string; is_favorite: boolean }, now: number) => Promise<void>
}

export function movieRoutes({ presenceOf, boxFor, setFavorite }: MovieDeps): Route[] {
  const { libraryOf } = createLibraries()

  async function staleAt({ realm, device, now }: DeviceContext): Promise<number | null> {
    const { online, seenAt } = await presenceOf(realm, device.devsn)
    return online ? null : Math.floor((seenAt ?? now) / 1000)
  }

  function lookAt({ realm, user, device }: DeviceContext, films: readonly Film[]): void {
    const ids = films.filter(({ duration_ms, poster }) => duration_ms === null || poster === '').map(({ id }) => id)
    if (ids.length === 0) return
    // Not awaited; a box that does not answer probes them later anyway.
    boxFor(realm, user.user_id, device.devsn)
      ?.send(movieLook.name, { ids })
      .catch(() => undefined)
  }

  /** The library with what is this user's in it. */
  async function libraryFor(context: DeviceContext, filter?: FilmFilter): Promise<{ library: Library; options: Options }> {
    const { realm, db, user, device } = context
    const [library, ids] = await Promise.all([
      libraryOf(realm, device.devsn),
      userFilmIds(db, { devsn: device.devsn, user_id: user.user_id }),
    ])
    const slots = (some: readonly string[]) => new Set(some.flatMap((id) => library.films.slotOf(id) ?? []))
    const person = filter?.person ? new Set(library.search().filmsOf(filter.person)) : undefined
    return { library, options: { user: { watched: slots(ids.watched), favorites: slots(ids.favorites) }, person } }
  }

  const films = async (query: Out<typeof listFilms.input>, context: DeviceContext) => {
    const { page, limit } = query
    const { db, user, device } = context
    const [{ library, options }, stale_at] = await Promise.all([libraryFor(context, query), staleAt(context)])
    const matches = filterOf(library.films, query, options)
    const { ids, total } = pageOf(library, query, { matches, user: options.user })
    const data = await filmsByIds(db, { devsn: device.devsn, user_id: user.user_id }, ids)
    if (stale_at === null) lookAt(context, data)
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
      const { realm, db, user, device } = context
      const { devsn } = device
      const [library, stale_at] = await Promise.all([libraryOf(realm, devsn), staleAt(context)])
      const results = find(library, query)
      const spellings = fold(results.corrected || query.q).split(' ')
      const [hits, fileLists] = await Promise.all([
        filmsByIds(db, { devsn, user_id: user.user_id }, [...results.films, ...results.series]),
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
    serve(saveFavorite, async ({ id, is_favorite }, { realm, db, user, device, now }) => {
      if (is_favorite && !(await hasFilm(db, { devsn: device.devsn, id }))) throw new Refusal(Code.notFound)
      await setFavorite(realm, { user_id: user.user_id, movie_id: id, is_favorite }, now)
      return { is_favorite }
    }),
    serve(filmDetail, async ({ id }, context) => {
      const { db, user, device } = context
      const film = await filmById(db, { devsn: device.devsn, user_id: user.user_id, id })
      if (!film) throw new Refusal(Code.notFound)
      const stale_at = await staleAt(context)
      if (stale_at === null) lookAt(context, [film])
      return { ...film, stale_at }
    }),
    serve(syncMovie, async (_, { box }) => {
      const { code } = await box.send(movieSync.name, {})
      if (code !== Code.ok) throw new Refusal(Code.noResponse)
      return null
    }),
    serve(listHistory, async ({ page, limit }, { db, user, device }) => {
      const slice = { limit, offset: (page - 1) * limit }
      return { ...(await historyOf(db, { devsn: device.devsn, user_id: user.user_id, ...slice })), page, limit }
    }),
  ]
}
