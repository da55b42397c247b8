/** Resume positions: how far each user has watched each film of a box, in one realm. */
import { begunMs } from '@homeport/contract/movie/watch-history.ts'
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'
import { sql, type Generated, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /**
     * is_cleared: 1 once its user removed it from their history or marked it as not watched; such a row only keeps older reports away. aside_at: ms, when its user took it out of what they
     * go on with, 0: never; it is out while it was not watched since.
     */
    film_position: FilmPosition & { is_cleared: Generated<number>; aside_at: Generated<number> }
  }
}

export type FilmPosition = {
  user_id: string
  devsn: string
  movie_id: string
  /** Where to resume; 0 once the film is watched to its end. */
  position_ms: number
  /** 0 = unknown. */
  duration_ms: number
  /** 0 or 1. */
  is_watched: number
  /** ms. */
  watched_at: number
}

/** Only for a user who has the box bound. A newer report is kept; "watched" is never reset; a film that was only looked at keeps its position. */
export async function savePosition(db: Db, position: FilmPosition, now: number): Promise<void> {
  await db.transaction().execute((trx) => savePositionIn(trx, position, now))
}

/** Whether a row may be written over: it is not later, or was written by a clock that was ahead and has been set back since. */
export function isEarlier(watchedAt: number, now: number): RawBuilder<SqlBool> {
  const column = sql.ref('film_position.watched_at')
  return sql<SqlBool>`(${column} <= ${watchedAt} or ${column} > ${now + clockSetMs})`
}

/** The same in a transaction of somebody else. */
export async function savePositionIn(trx: Trx, position: FilmPosition, now: number): Promise<void> {
  if (!(await isBound(trx, position))) return
  const isLook = position.position_ms < begunMs && position.is_watched === 0
  await trx
    .insertInto('film_position')
    .values(position)
    .onConflict((on) =>
      on
        .columns(['user_id', 'devsn', 'movie_id'])
        .doUpdateSet((row) => ({
          position_ms: isLook
            ? row
                .case()
                .when('film_position.position_ms', '>', position.position_ms)
                .then(row.ref('film_position.position_ms'))
                .else(position.position_ms)
                .end()
            : position.position_ms,
          duration_ms: position.duration_ms === 0 ? row.ref('film_position.duration_ms') : position.duration_ms,
          is_watched: position.is_watched === 1 ? 1 : row.ref('film_position.is_watched'),
          watched_at: position.watched_at,
          is_cleared: 0,
        }))
        .where(isEarlier(position.watched_at, now)),
    )
    .execute()
}

export async function positionOf(
  db: Db | Trx,
  { user_id, devsn, movie_id }: Pick<FilmPosition, 'user_id' | 'devsn' | 'movie_id'>,
): Promise<(FilmPosition & { is_cleared: number }) | undefined> {
  return db
    .selectFrom('film_position')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('devsn', '=', devsn)
    .where('movie_id', '=', movie_id)
    .executeTakeFirst()
}

/** Deletes a user's positions on a box that they no longer have bound. */
export async function forgetPositions(db: Db, key: Pick<FilmPosition, 'user_id' | 'devsn'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await isBound(trx, key)) return
    await trx.deleteFrom('film_position').where('user_id', '=', key.user_id).where('devsn', '=', key.devsn).execute()
  })
}

export async function isBound(trx: Trx, { user_id, devsn }: Pick<FilmPosition, 'user_id' | 'devsn'>): Promise<boolean> {
  const row = await trx
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.devid', 'bindings.devid')
    .select('bindings.user_id')
    .where('devices.devsn', '=', devsn)
    .where('bindings.user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** All positions of a user, latest first. */
export async function positionsOf(db: Db, userId: string): Promise<Omit<FilmPosition, 'user_id'>[]> {
  return db
    .selectFrom('film_position')
    .select(['devsn', 'movie_id', 'position_ms', 'duration_ms', 'is_watched', 'watched_at'])
    .where('user_id', '=', userId)
    .where('is_cleared', '=', 0)
    .orderBy('watched_at', 'desc')
    .execute()
}

/** People's positions in one film of the box move to another film: of both positions the one watched later counts, and "watched" is never reset. */
export async function movePositions(trx: Trx, devsn: string, moves: readonly { from: string; to: string }[]): Promise<number> {
  const toById = new Map(moves.map(({ from, to }) => [from, to]))
  const rows = await trx
    .selectFrom('film_position')
    .selectAll()
    .where('devsn', '=', devsn)
    .where('movie_id', 'in', [...toById.keys()])
    .orderBy('user_id')
    .orderBy('movie_id')
    .execute()
  for (const { movie_id: from, ...row } of rows) {
    const movie_id = toById.get(from) ?? from
    const key = { user_id: row.user_id, devsn, movie_id }
    const before = await positionOf(trx, key)
    const later = before && before.watched_at > row.watched_at ? before : row
    const moved = {
      ...later,
      movie_id,
      is_watched: Math.max(row.is_watched, before?.is_watched ?? 0),
      // Its own time, so that whoever reads by the times learns of it.
      watched_at: later.watched_at + 1,
    }
    await trx
      .deleteFrom('film_position')
      .where('user_id', '=', row.user_id)
      .where('devsn', '=', devsn)
      .where('movie_id', 'in', [from, movie_id])
      .execute()
    await trx.insertInto('film_position').values(moved).execute()
  }
  return rows.length
}
