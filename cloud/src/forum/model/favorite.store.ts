/** Favourites: threads, and films of the user's boxes. Counted with the person and with the thread (P40). */
import type { Db, Trx } from '../../kit/db.ts'
import { addToCounters } from './person.store.ts'
import { setThread, type ThreadColumns } from './thread.store.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    favorites: { user_id: string; type: 'thread' | 'movie'; thing_id: string; since: number }
  }
}

type FavoriteKey = { user_id: string; type: 'thread' | 'movie'; thing_id: string }

/** thread: the locked row, if the favourite is a thread. Lock the member first, then the thread. Adding it again changes nothing. */
export async function addFavorite(
  trx: Trx,
  { thread, ...key }: FavoriteKey & { thread: ThreadColumns | undefined },
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('favorites')
    .values({ ...key, since: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return
  if (thread) await setThread(trx, thread, { favorites: thread.favorites + 1 })
  await addToCounters(trx, key.user_id, { favorites: 1 })
}

export async function dropFavorite(
  trx: Trx,
  { thread, ...key }: FavoriteKey & { thread: ThreadColumns | undefined },
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('favorites')
    .where('user_id', '=', key.user_id)
    .where('type', '=', key.type)
    .where('thing_id', '=', key.thing_id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return
  if (thread) await setThread(trx, thread, { favorites: thread.favorites - 1 })
  await addToCounters(trx, key.user_id, { favorites: -1 })
}

/** One user who has the thread as a favourite; undefined if none is left. */
export async function someFavoriterOf(db: Db, threadId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('favorites')
    .select('user_id')
    .where('type', '=', 'thread')
    .where('thing_id', '=', String(threadId))
    .limit(1)
    .executeTakeFirst()
  return row?.user_id
}

export async function someFavoriteOf(db: Db, userId: string): Promise<FavoriteKey | undefined> {
  return db
    .selectFrom('favorites')
    .select(['user_id', 'type', 'thing_id'])
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
}

/** True for a film of a box that the user has bound. */
export async function hasFilm(db: Db, userId: string, filmId: string): Promise<boolean> {
  const row = await db
    .selectFrom('films')
    .innerJoin('devices', 'devices.devsn', 'films.devsn')
    .innerJoin('bindings', 'bindings.devid', 'devices.devid')
    .select('films.film_id')
    .where('bindings.user_id', '=', userId)
    .where('films.film_id', '=', filmId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Favourites of these films by users of the box; not of users who have the film on another box too. */
export async function filmFavoritesOf(
  trx: Trx,
  devsn: string,
  filmIds: readonly string[],
): Promise<{ user_id: string; thing_id: string; since: number }[]> {
  return trx
    .selectFrom('favorites')
    .select(['favorites.user_id', 'favorites.thing_id', 'favorites.since'])
    .where('favorites.type', '=', 'movie')
    .where('favorites.thing_id', 'in', filmIds)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('bindings')
          .innerJoin('devices', 'devices.devid', 'bindings.devid')
          .select('bindings.user_id')
          .whereRef('bindings.user_id', '=', 'favorites.user_id')
          .where('devices.devsn', '=', devsn),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('bindings')
            .innerJoin('devices', 'devices.devid', 'bindings.devid')
            .innerJoin('films', 'films.devsn', 'devices.devsn')
            .select('bindings.user_id')
            .whereRef('bindings.user_id', '=', 'favorites.user_id')
            .whereRef('films.film_id', '=', 'favorites.thing_id')
            .where('devices.devsn', '<>', devsn),
        ),
      ),
    )
    .orderBy('favorites.user_id')
    .execute()
}
