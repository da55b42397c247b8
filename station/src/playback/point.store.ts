/** Where people stopped in films on the screens of this box, each person apart, and films watched to their end on them. */
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'
import { maxFilmMarks, type FilmPoint } from '@homeport/contract/movie/watch-history.ts'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import { addChange } from '../shared/viewer-change.store.ts'
import type { Viewer } from '../shared/viewer.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** Where a film was left by somebody who is not known. */
    film_point: { movie_id: string; point_ms: number; left_at: number }
    /** Where a person left a film; point_ms 0: nowhere, it is watched or cleared. left_at: ms by the cloud's clock. */
    viewer_point: { realm: Lang; user_id: string; movie_id: string; point_ms: number; left_at: number }
    /** Films and episodes that were watched to their end on a screen of this box. */
    film_watched: { movie_id: string; watched_at: number }
  }
}

/** point_ms: 0 once it is watched. duration_ms: 0 = unknown. at: ms by the cloud's clock. */
export type LeftFilm = { movie_id: string; point_ms: number; duration_ms: number; is_watched: boolean; at: number }
type Left = { movie_id: string; point_ms: number; left_at: number }

export function pointStore(db: Db) {
  /** Later than what is known of the film, also if the box has not learnt the time yet. */
  async function keepOwn(tx: Db, viewer: Viewer, { movie_id, at, ...point }: LeftFilm): Promise<void> {
    const before = await ownOf(tx, viewer).select('left_at').where('movie_id', '=', movie_id).executeTakeFirst()
    const left_at = Math.max(at, (before?.left_at ?? 0) + 1)
    await tx
      .replaceInto('viewer_point')
      .values({ ...viewer, movie_id, point_ms: point.point_ms, left_at })
      .execute()
    await addChange(tx, viewer, { kind: 'point', id: movie_id, ...point, at: left_at })
  }

  return {
    /** viewer: undefined if nobody knows who watched. */
    async keep(viewer: Viewer | undefined, point: LeftFilm): Promise<void> {
      const { movie_id, point_ms, is_watched, at } = point
      await db.transaction().execute(async (tx) => {
        if (is_watched) await tx.replaceInto('film_watched').values({ movie_id, watched_at: at }).execute()
        if (viewer) await keepOwn(tx, viewer, point)
        else if (is_watched) await tx.deleteFrom('film_point').where('movie_id', '=', movie_id).execute()
        else await tx.replaceInto('film_point').values({ movie_id, point_ms, left_at: at }).execute()
      })
    },
    /** A place that a person reached away from this box; a later one that is known stays, but one of a clock that has been set back since. False then. now: ms by the cloud's clock. */
    async keepIfLater(viewer: Viewer, point: LeftFilm, now: number): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const before = await ownOf(tx, viewer).select('left_at').where('movie_id', '=', point.movie_id).executeTakeFirst()
        if (before && before.left_at >= point.at && before.left_at <= now + clockSetMs) return false
        if (point.is_watched)
          await tx.replaceInto('film_watched').values({ movie_id: point.movie_id, watched_at: point.at }).execute()
        await keepOwn(tx, viewer, point)
        return true
      })
    },
    /** Points that the cloud has: of each film the later one counts, but none of a clock that has been set back since. now: ms by the cloud's clock. */
    async keepLater({ realm, user_id }: Viewer, points: readonly FilmPoint[], now: number): Promise<void> {
      for (let at = 0; at < points.length; at += maxFilmMarks / 2) {
        const rows = points.slice(at, at + maxFilmMarks / 2)
        await db
          .insertInto('viewer_point')
          .values(rows.map(({ id, point_ms, at: left_at }) => ({ realm, user_id, movie_id: id, point_ms, left_at })))
          .onConflict((on) =>
            on
              .columns(['realm', 'user_id', 'movie_id'])
              .doUpdateSet((row) => ({ point_ms: row.ref('excluded.point_ms'), left_at: row.ref('excluded.left_at') }))
              .where((row) =>
                row.or([
                  row('excluded.left_at', '>=', row.ref('viewer_point.left_at')),
                  row('viewer_point.left_at', '>', now + clockSetMs),
                ]),
              ),
          )
          .execute()
      }
    },
  }
}

function ownOf(db: Db, { realm, user_id }: Viewer) {
  return db.selectFrom('viewer_point').where('realm', '=', realm).where('user_id', '=', user_id)
}

/** A person's own points, and where they have none that of somebody who is not known. Without a person: the latest of anybody. */
export function watchQueries(db: Db) {
  /** ids: undefined for all films. */
  async function latestOfAnybody(ids: readonly string[] | undefined, limit: number): Promise<Left[]> {
    const isMeant = ids ? sql`where movie_id in (${sql.join(ids)})` : sql``
    const { rows } = await sql<Left>`
      select movie_id, point_ms, left_at from (
        select movie_id, point_ms, max(left_at) as left_at from (
          select movie_id, point_ms, left_at from film_point union all select movie_id, point_ms, left_at from viewer_point
        ) ${isMeant} group by movie_id
      ) as latest
      where point_ms > 0 and not exists (
        select 1 from film_watched where film_watched.movie_id = latest.movie_id and watched_at >= latest.left_at
      )
      order by left_at desc limit ${limit}`.execute(db)
    return rows
  }

  return {
    /** Latest first. */
    async recentPoints(viewer: Viewer | undefined, limit: number): Promise<Left[]> {
      if (!viewer) return latestOfAnybody(undefined, limit)
      return ownOf(db, viewer)
        .select(['movie_id', 'point_ms', 'left_at'])
        .where('point_ms', '>', 0)
        .unionAll(
          db
            .selectFrom('film_point')
            .select(['movie_id', 'point_ms', 'left_at'])
            .where('movie_id', 'not in', ownOf(db, viewer).select('movie_id')),
        )
        .orderBy('left_at', 'desc')
        .limit(limit)
        .execute()
    },
    async pointsOf(viewer: Viewer | undefined, ids: readonly string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map()
      if (!viewer) return byFilm(await latestOfAnybody(ids, ids.length))
      const shared = await db.selectFrom('film_point').select(['movie_id', 'point_ms']).where('movie_id', 'in', ids).execute()
      const own = await ownOf(db, viewer).select(['movie_id', 'point_ms']).where('movie_id', 'in', ids).execute()
      return new Map([...byFilm([...shared, ...own])].filter(([, point_ms]) => point_ms > 0))
    },
    /** To their end, by anybody; latest first. */
    async recentlyWatched(limit: number): Promise<{ movie_id: string; watched_at: number }[]> {
      return db.selectFrom('film_watched').select(['movie_id', 'watched_at']).orderBy('watched_at', 'desc').limit(limit).execute()
    },
    async watchedOf(movieIds: readonly string[]): Promise<Set<string>> {
      const rows = await db.selectFrom('film_watched').select('movie_id').where('movie_id', 'in', movieIds).execute()
      return new Set(rows.map(({ movie_id }) => movie_id))
    },
  }
}

/** The point of each film: the later one in the list counts. */
function byFilm(rows: readonly Pick<Left, 'movie_id' | 'point_ms'>[]): Map<string, number> {
  return new Map(rows.map(({ movie_id, point_ms }) => [movie_id, point_ms]))
}
