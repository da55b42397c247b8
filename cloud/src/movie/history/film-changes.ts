/** Takes from a box what a user did on its screens: favourites and films put aside on the TV, and positions of which the cloud heard nothing. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmChanges, type FilmChange } from '@homeport/contract/movie/watch-history.ts'
import type { Trx } from '../../kit/db.ts'
import type { Emit, Realm } from '../../kit/realm.ts'
import type { UserBoxRequests } from '../../kit/http/serve.ts'
import { markableIds } from './history.store.ts'
import { saveTaken, takenOf, type Taken } from './film-change.store.ts'

export type FilmChangeDeps = {
  now: () => number
  /** Adds or removes a film among the user's favourites. */
  setFavoriteIn: (
    within: { trx: Trx; emit: Emit },
    favorite: { user_id: string; movie_id: string; is_favorite: boolean },
    now: number,
  ) => Promise<void>
  setAside: (trx: Trx, aside: Of & { is_aside: boolean; at: number }, ids: readonly string[]) => Promise<void>
  savePositionIn: (
    trx: Trx,
    position: Of & { movie_id: string; position_ms: number; duration_ms: number; is_watched: number; watched_at: number },
    now: number,
  ) => Promise<void>
}
type Of = { devsn: string; user_id: string }
type Batch = { from: Taken; to: Taken; data: readonly FilmChange[] }

/** Batches that are taken at a time; what is left is taken at the next occasion. */
const maxBatches = 50

export function createChangeTaker({ now, setFavoriteIn, setAside, savePositionIn }: FilmChangeDeps) {
  function save(realm: Realm, of: Of, { from, to, data }: Batch): Promise<void> {
    return realm.change(async (trx, emit) => {
      // Another process took them.
      const taken = await takenOf(trx, of)
      if (taken.epoch !== from.epoch || taken.taken !== from.taken) return
      await saveTaken(trx, of, to)
      for (const { id: movie_id, ...change } of data) {
        if (change.kind === 'favorite') {
          await setFavoriteIn({ trx, emit }, { user_id: of.user_id, movie_id, is_favorite: change.is_favorite }, now())
          continue
        }
        if (change.kind === 'aside') {
          const ids = await markableIds(trx, { devsn: of.devsn, id: movie_id, season: null })
          await setAside(trx, { ...of, is_aside: change.is_aside, at: Math.min(change.at, now()) }, ids)
          continue
        }
        const { point_ms, duration_ms, is_watched, at } = change
        const watched_at = Math.min(at, now())
        const point = { position_ms: is_watched ? 0 : point_ms, duration_ms, is_watched: is_watched ? 1 : 0 }
        await savePositionIn(trx, { ...of, movie_id, ...point, watched_at }, now())
      }
    })
  }

  /** A box of an older version knows no such act: there is nothing to take. */
  return async function take(realm: Realm, of: Of, box: UserBoxRequests): Promise<void> {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const from = await takenOf(realm.db, of)
      const { code, data: reply } = await box.send(filmChanges.name, from)
      const read = filmChanges.output.safeParse(reply)
      if (code !== Code.ok || !read.success || read.data.data.length === 0) return
      const { epoch, last, data } = read.data
      await save(realm, of, { from, to: { epoch, taken: last }, data })
    }
  }
}
