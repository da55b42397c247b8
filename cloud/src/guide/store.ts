/** Bullet comments: one row each, found by their video. */
import { bulletsMost, type Bullet, type bulletColors, type bulletModes } from '@homeport/contract/guide.ts'
import type { Db } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    bullets: BulletRow
  }
}

/** time_ms in the video; created_at in ms. */
export type BulletRow = {
  bullet_id: string
  video_id: string
  user_id: string
  text: string
  time_ms: number
  color: (typeof bulletColors)[number]
  mode: (typeof bulletModes)[number]
  created_at: number
  /** Made by the sender. */
  sender_key: string
}

/** The same sender's key again is the same comment; answers the one that stands. */
export async function addBullet(db: Db, bullet: BulletRow): Promise<BulletRow> {
  await db
    .insertInto('bullets')
    .values(bullet)
    .onConflict((on) => on.columns(['user_id', 'sender_key']).doNothing())
    .execute()
  return db
    .selectFrom('bullets')
    .selectAll()
    .where('user_id', '=', bullet.user_id)
    .where('sender_key', '=', bullet.sender_key)
    .executeTakeFirstOrThrow()
}

/** Undefined while the sender has sent nothing under this key. */
export async function sentBullet(db: Db, userId: string, senderKey: string): Promise<BulletRow | undefined> {
  return db
    .selectFrom('bullets')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sender_key', '=', senderKey)
    .executeTakeFirst()
}

/** In the order of the video; of very many the newest; nothing between people of whom one blocked the other. asker '' is a guest. */
export async function bulletsOf(db: Db, videoId: string, asker: string): Promise<BulletRow[]> {
  const rows = await db
    .selectFrom('bullets')
    .selectAll()
    .where('video_id', '=', videoId)
    .$if(asker !== '', (query) =>
      query.where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('blocks')
              .select('blocks.by_id')
              .where((block) =>
                block.or([
                  block.and([block('blocks.by_id', '=', asker), block('blocks.user_id', '=', block.ref('bullets.user_id'))]),
                  block.and([block('blocks.user_id', '=', asker), block('blocks.by_id', '=', block.ref('bullets.user_id'))]),
                ]),
              ),
          ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('bullet_id')
    .limit(bulletsMost)
    .execute()
  return rows.sort((a, b) => a.time_ms - b.time_ms || a.created_at - b.created_at)
}

export async function bulletsBy(db: Db, userId: string): Promise<BulletRow[]> {
  return db.selectFrom('bullets').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

export async function dropBulletsBy(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('bullets').where('user_id', '=', userId).execute()
}

export function bulletOf(row: BulletRow, asker: string): Bullet {
  const { bullet_id, text, time_ms, color, mode, user_id, created_at } = row
  return { id: bullet_id, text, time_ms, color, mode, is_mine: user_id === asker, created_at: Math.floor(created_at / 1000) }
}
