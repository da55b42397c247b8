/** Which films each user watched and likes, kept in memory for as long as none of these rows changed: reading thousands of them for each page takes longer than the page. */
import type { Realm } from '../../kit/realm.ts'
import { userFilmIds, userFilmState, type UserFilmIds } from '../film/store.ts'

type Of = { devsn: string; user_id: string }

/** Over this number of ids in all, those of the users who were not seen for longest go first. */
const maxIds = 500_000

export function createUserFilms({ most = maxIds }: { most?: number } = {}) {
  const cache = new Map<string, { state: string; ids: UserFilmIds }>()
  const sizeOf = ({ ids }: { ids: UserFilmIds }) => ids.history.length + ids.watched.length + ids.favorites.length + 1
  let size = 0

  function drop(key: string): void {
    const existing = cache.get(key)
    if (existing) size -= sizeOf(existing)
    cache.delete(key)
  }

  return async function idsOf({ lang, db }: Pick<Realm, 'lang' | 'db'>, of: Of): Promise<UserFilmIds> {
    const key = `${lang}/${of.devsn}/${of.user_id}`
    // Read before the ids: a write between the two makes the next request read again.
    const state = await userFilmState(db, of)
    const existing = cache.get(key)
    const entry = existing?.state === state ? existing : { state, ids: await userFilmIds(db, of) }
    drop(key)
    cache.set(key, entry)
    size += sizeOf(entry)
    for (const oldest of cache.keys()) {
      if (size <= most) break
      drop(oldest)
    }
    return entry.ids
  }
}
