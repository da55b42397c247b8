/** Films as favourites: kept and counted with the user's other favourites (P40). */
import type { Realm } from '../../kit/realm.ts'
import { addFavorite, dropFavorite } from './favorite.store.ts'
import { lockMember } from './person.store.ts'

export type FilmFavorite = { user_id: string; movie_id: string; is_favorite: boolean }

/** Does not look whether the film exists. */
export async function setFilmFavorite(
  realm: Realm,
  { user_id, movie_id, is_favorite }: FilmFavorite,
  now: number,
): Promise<void> {
  await realm.change(async (trx) => {
    await lockMember(trx, user_id)
    const key = { user_id, type: 'movie', thing_id: movie_id, thread: undefined } as const
    if (is_favorite) await addFavorite(trx, key, now)
    else await dropFavorite(trx, key)
  })
}
