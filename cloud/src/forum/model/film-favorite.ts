/** Films as favourites: kept and counted with the user's other favourites (P40). */
import { filmFavorite } from '@homeport/contract/movie/movie.ts'
import type { Emit, Realm } from '../../kit/realm.ts'
import type { Trx } from '../../kit/db.ts'
import { addFavorite, dropFavorite, filmFavoritesOf } from './favorite.store.ts'
import { lockMember, lockMemberRow } from './person.store.ts'

export type FilmFavorite = { user_id: string; movie_id: string; is_favorite: boolean }

/** Does not look whether the film exists. */
export function setFilmFavorite(realm: Realm, favorite: FilmFavorite, now: number): Promise<void> {
  return realm.change((trx, emit) => setFilmFavoriteIn({ trx, emit }, favorite, now))
}

/** The same in a transaction of somebody else. */
export async function setFilmFavoriteIn(
  { trx, emit }: { trx: Trx; emit: Emit },
  { user_id, movie_id, is_favorite }: FilmFavorite,
  now: number,
): Promise<void> {
  await lockMember(trx, user_id)
  const key = { user_id, type: 'movie', thing_id: movie_id, thread: undefined } as const
  if (is_favorite) await addFavorite(trx, key, now)
  else await dropFavorite(trx, key)
  await emit(filmFavorite, { user_id, movie_id, is_favorite, at: now })
}

/** Favourites of one film of this box become favourites of another one. */
export async function moveFilmFavorites(
  trx: Trx,
  devsn: string,
  moves: readonly { from: string; to: string }[],
): Promise<number> {
  if (moves.length === 0) return 0
  const toById = new Map(moves.map(({ from, to }) => [from, to]))
  const rows = await filmFavoritesOf(trx, devsn, [...toById.keys()])
  for (const { user_id, thing_id, since } of rows) {
    await lockMemberRow(trx, user_id)
    const key = { user_id, type: 'movie', thread: undefined } as const
    await dropFavorite(trx, { ...key, thing_id })
    // Its own time, so that whoever reads by the times learns of it.
    await addFavorite(trx, { ...key, thing_id: toById.get(thing_id) ?? thing_id }, since + 1)
  }
  return rows.length
}
