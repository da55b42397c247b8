/** Tables of playback: resume points per film on the box's screens, films watched to their end on them, pending plays and sleep timers. A user's own resume points are in the cloud. */
import type { Db } from '../kit/db.ts'
import type { PendingRow } from '../kit/tables.ts'

export type { PendingRow }
export type PointStore = ReturnType<typeof pointStore>
export type PendingStore = ReturnType<typeof pendingStore>
export type SleepStore = ReturnType<typeof sleepStore>

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
    /** It was watched to its end. */
    async finished(movie_id: string, watched_at: number): Promise<void> {
      await db
        .insertInto('film_watched')
        .values({ movie_id, watched_at })
        .onConflict((c) => c.column('movie_id').doUpdateSet({ watched_at }))
        .execute()
      await db.deleteFrom('film_point').where('movie_id', '=', movie_id).execute()
    },
  }
}

/** What was watched on the screens of this box; latest first. */
export function watchQueries(db: Db) {
  return {
    recentPoints: (limit: number): Promise<{ movie_id: string; point_ms: number }[]> => pointStore(db).recent(limit),
    async recentlyWatched(limit: number): Promise<string[]> {
      const rows = await db.selectFrom('film_watched').select('movie_id').orderBy('watched_at', 'desc').limit(limit).execute()
      return rows.map(({ movie_id }) => movie_id)
    },
    async pointsOf(movieIds: readonly string[]): Promise<Map<string, number>> {
      const rows = await db.selectFrom('film_point').select(['movie_id', 'point_ms']).where('movie_id', 'in', movieIds).execute()
      return new Map(rows.map(({ movie_id, point_ms }) => [movie_id, point_ms]))
    },
    async watchedOf(movieIds: readonly string[]): Promise<Set<string>> {
      const rows = await db.selectFrom('film_watched').select('movie_id').where('movie_id', 'in', movieIds).execute()
      return new Set(rows.map(({ movie_id }) => movie_id))
    },
  }
}

export function pendingStore(db: Db) {
  return {
    /** Latest request last. */
    all: (): Promise<PendingRow[]> => db.selectFrom('pending_play').selectAll().orderBy('until').execute(),
    async keep(row: PendingRow): Promise<void> {
      await db.replaceInto('pending_play').values(row).execute()
    },
    async remove(screen_id: string): Promise<void> {
      await db.deleteFrom('pending_play').where('screen_id', '=', screen_id).execute()
    },
  }
}

/** until: ms, or the end of the film. */
export function sleepStore(db: Db) {
  /** Writes run one after the other. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    const done = last.then(work, work).then(() => undefined)
    last = done
    return done
  }
  return {
    async all(): Promise<{ screen_id: string; until: number | 'end' }[]> {
      const rows = await db.selectFrom('sleep_timer').selectAll().execute()
      return rows.map(({ screen_id, until_ms }) => ({ screen_id, until: until_ms === 0 ? 'end' : until_ms }))
    },
    keep: (screen_id: string, until: number | 'end') =>
      inTurn(() =>
        db
          .replaceInto('sleep_timer')
          .values({ screen_id, until_ms: until === 'end' ? 0 : until })
          .execute(),
      ),
    remove: (screen_id: string) => inTurn(() => db.deleteFrom('sleep_timer').where('screen_id', '=', screen_id).execute()),
    /** Resolves when all is written. */
    written: () => last.then(() => undefined),
  }
}
