/** Marks that users set by hand on films and episodes, entries that they clear from their history, and films that they take out of what they go on with. */
import type { Db, Trx } from '../kit/db.ts'
import { isBound, isEarlier } from './store.ts'

type Of = { devsn: string; user_id: string }

const rowsAtOnce = 500

/** Later than every earlier report of the box: those that arrive after it change nothing. */
export async function saveMarks(
  db: Db,
  { devsn, user_id, is_watched, now }: Of & { is_watched: boolean; now: number },
  ids: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await isBound(trx, { devsn, user_id }))) return
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      const values = ids.slice(at, at + rowsAtOnce).map((movie_id) => ({
        devsn,
        user_id,
        movie_id,
        position_ms: 0,
        duration_ms: 0,
        is_watched: is_watched ? 1 : 0,
        is_cleared: is_watched ? 0 : 1,
        watched_at: now,
      }))
      await trx
        .insertInto('film_position')
        .values(values)
        .onConflict((on) =>
          on
            .columns(['user_id', 'devsn', 'movie_id'])
            .doUpdateSet((row) => ({
              position_ms: 0,
              is_watched: row.ref('excluded.is_watched'),
              is_cleared: row.ref('excluded.is_cleared'),
              watched_at: now,
            }))
            .where(isEarlier(now, now)),
        )
        .execute()
    }
  })
}

/** ids: undefined for all. The rows stay as empty ones, so that an older report does not bring an entry back. */
export async function clearEntries(
  db: Db,
  { devsn, user_id, now }: Of & { now: number },
  ids: readonly string[] | undefined,
): Promise<void> {
  if (ids?.length === 0) return
  await db
    .updateTable('film_position')
    .set({ position_ms: 0, is_watched: 0, is_cleared: 1, watched_at: now })
    .where('user_id', '=', user_id)
    .where('devsn', '=', devsn)
    .where('is_cleared', '=', 0)
    .where(isEarlier(now, now))
    .$if(ids !== undefined, (query) => query.where('movie_id', 'in', ids ?? []))
    .execute()
}

/** Films and episodes that are in the history; they stay as they are in all else. at: ms. */
export async function setAside(
  db: Db | Trx,
  { devsn, user_id, is_aside, at }: Of & { is_aside: boolean; at: number },
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await db
      .updateTable('film_position')
      .set({ aside_at: is_aside ? at : 0 })
      .where('user_id', '=', user_id)
      .where('devsn', '=', devsn)
      .where('movie_id', 'in', ids.slice(from, from + rowsAtOnce))
      .execute()
}
