/** Where each film was left on a screen of this box: what the TV itself goes on from. A user's own place is the cloud's. */
import type { Db } from '../kit/db.ts'

export type PointStore = ReturnType<typeof pointStore>

export function pointStore(db: Db) {
  return {
    /** Latest first. */
    recent: (limit: number): Promise<{ movie_id: string; point_ms: number }[]> =>
      db.selectFrom('film_point').select(['movie_id', 'point_ms']).orderBy('left_at', 'desc').limit(limit).execute(),
    async keep(movie_id: string, point_ms: number, left_at: number): Promise<void> {
      await db
        .insertInto('film_point')
        .values({ movie_id, point_ms, left_at })
        .onConflict((c) => c.column('movie_id').doUpdateSet({ point_ms, left_at }))
        .execute()
    },
    async forget(movie_id: string): Promise<void> {
      await db.deleteFrom('film_point').where('movie_id', '=', movie_id).execute()
    },
  }
}
