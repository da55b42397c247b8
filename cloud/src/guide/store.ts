/** Bullet comments, one row each, read by video; and each sender's last times, for the rate limit. */
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'
import { maxBullets, type Bullet } from '@homeport/contract/guide.ts'
import type { bulletColors, bulletModes } from '@homeport/contract/shape/film/bullet.ts'
import { sql } from 'kysely'
import { blockedIds } from '../shared/block.store.ts'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    bullets: BulletRow
    /** in_hour: number of comments since hour_at. */
    bullet_senders: { user_id: string; last_at: number; hour_at: number; in_hour: number }
  }
}

export type BulletRow = {
  bullet_id: string
  video_id: string
  user_id: string
  text: string
  /** Position in the video. */
  time_ms: number
  color: (typeof bulletColors)[number]
  mode: (typeof bulletModes)[number]
  /** ms. */
  created_at: number
  /** Made by the sender. */
  sender_key: string
  is_hidden: number
}

/** A repeated sender_key is the same comment: returns the existing row. */
export async function addBullet(trx: Trx, bullet: BulletRow): Promise<BulletRow> {
  await trx
    .insertInto('bullets')
    .values(bullet)
    .onConflict((on) => on.columns(['user_id', 'sender_key']).doNothing())
    .execute()
  return trx
    .selectFrom('bullets')
    .selectAll()
    .where('user_id', '=', bullet.user_id)
    .where('sender_key', '=', bullet.sender_key)
    .executeTakeFirstOrThrow()
}

type Pace = { everyMs: number; hourly: number }
const hourMs = 60 * 60_000

/** Checks and counts the rate limit in one statement, so that of parallel requests only one passes. Times that are still to come are of a clock that has been set back, and count for nothing. True if the comment is allowed. */
export async function lockSender(trx: Trx, userId: string, { now, everyMs, hourly }: Pace & { now: number }): Promise<boolean> {
  await trx
    .insertInto('bullet_senders')
    .values({ user_id: userId, last_at: 0, hour_at: 0, in_hour: 0 })
    .onConflict((on) => on.doNothing())
    .execute()
  const isHourOver = sql<boolean>`(hour_at <= ${now - hourMs} or hour_at > ${now + clockSetMs})`
  const { numUpdatedRows } = await trx
    .updateTable('bullet_senders')
    .set((of) => ({
      last_at: now,
      hour_at: of.case().when(isHourOver).then(now).else(of.ref('hour_at')).end(),
      in_hour: of
        .case()
        .when(isHourOver)
        .then(1)
        .else(of('in_hour', '+', 1))
        .end(),
    }))
    .where('user_id', '=', userId)
    .where((of) => of.or([of('last_at', '<=', now - everyMs), of('last_at', '>', now + clockSetMs)]))
    .where((of) => of.or([isHourOver, of('in_hour', '<', hourly)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Undefined if the sender has sent nothing under this key. */
export async function sentBullet(db: Db, userId: string, senderKey: string): Promise<BulletRow | undefined> {
  return db.selectFrom('bullets').selectAll().where('user_id', '=', userId).where('sender_key', '=', senderKey).executeTakeFirst()
}

/** By position in the video; only the newest if there are very many; none between people with a block. asker '' is a guest. */
export async function bulletsOf(db: Db, videoId: string, asker: string): Promise<BulletRow[]> {
  const rows = await db
    .selectFrom('bullets')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('is_hidden', '=', 0)
    .$if(asker !== '', (query) => query.where(sql<boolean>`bullets.user_id not in (${blockedIds(asker)})`))
    .orderBy('created_at', 'desc')
    .orderBy('bullet_id')
    .limit(maxBullets)
    .execute()
  return rows.sort((a, b) => a.time_ms - b.time_ms || a.created_at - b.created_at)
}

export async function bulletsBy(db: Db, userId: string): Promise<BulletRow[]> {
  return db.selectFrom('bullets').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

export async function dropBulletsBy(db: Db, userId: string): Promise<void> {
  const theirs = db.selectFrom('bullets').select('bullet_id').where('user_id', '=', userId)
  await db.deleteFrom('bullet_reports').where('bullet_id', 'in', theirs).execute()
  await db.deleteFrom('bullets').where('user_id', '=', userId).execute()
  await db.deleteFrom('bullet_reports').where('by_id', '=', userId).execute()
  await db.deleteFrom('bullet_senders').where('user_id', '=', userId).execute()
}

export function bulletOf(row: BulletRow, asker: string): Bullet {
  const { bullet_id, text, time_ms, color, mode, user_id, created_at } = row
  return { id: bullet_id, text, time_ms, color, mode, is_mine: user_id === asker, created_at: Math.floor(created_at / 1000) }
}
