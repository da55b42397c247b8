/** Routes for a box's film library, from the mirror: they work while the box is offline too. The box is asked to probe the films on screen that lack details first. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/promise.ts'
import {
  deviceFilms,
  filmDetail,
  listFilms,
  listHistory,
  movieLook,
  movieSync,
  syncMovie,
  type Film,
} from '@homeport/contract/movie.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type UserBoxRequests, type DeviceContext, type Route } from '../kit/serve.ts'
import { filmById, filmsOf, historyOf } from './store.ts'

export type MovieDeps = {
  /** seenAt in ms. */
  presenceOf: (realm: Realm, devsn: string) => Promise<{ online: boolean; seenAt: number | null }>
  /** Sends to an online box for a user; undefined if it is offline. */
  boxFor: (realm: Realm, userId: string, devsn: string) => UserBoxRequests | undefined
}

export function movieRoutes({ presenceOf, boxFor }: MovieDeps): Route[] {
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

  const films = async (
    { page, limit, sort, order }: Pick<Out<typeof listFilms.input>, 'page' | 'limit' | 'sort' | 'order'>,
    context: DeviceContext,
  ) => {
    const { db, user, device } = context
    const { devsn } = device
    const [{ data, total }, stale_at] = await Promise.all([
      filmsOf(db, { devsn, user_id: user.user_id, page, limit, sort, order }),
      staleAt(context),
    ])
    if (stale_at === null) lookAt(context, data)
    return { data, total, page, limit, stale_at }
  }

  return [
    serve(listFilms, films),
    serve(deviceFilms, films),
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
