/** Likes of threads and replies, counted in the post's own row while the thread is locked (P40). */
import type { Db, Trx } from '../../kit/db.ts'
import { replyRow, setReply } from './reply.store.ts'
import { setThread, type ThreadColumns } from './thread.store.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    likes: PostRef & { user_id: string; since: number }
  }
}

type LikeTarget = { thread: ThreadColumns; floor: number; user_id: string }

/** Adding it again changes nothing. isNew: the like was added by this call. */
export async function addLike(
  trx: Trx,
  { thread, floor, user_id }: LikeTarget,
  now: number,
): Promise<{ likes: number; isNew: boolean }> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('likes')
    .values({ thread_id: thread.thread_id, floor, user_id, since: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  return { likes: await count(trx, { thread, floor, step: isNew ? 1 : 0 }), isNew }
}

export async function dropLike(trx: Trx, { thread, floor, user_id }: LikeTarget): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('likes')
    .where('thread_id', '=', thread.thread_id)
    .where('floor', '=', floor)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return count(trx, { thread, floor, step: numDeletedRows === 1n ? -1 : 0 })
}

/** Deletes the likes of a removed post; the post's own count is 0 already. */
export async function dropLikesOf(trx: Trx, { thread_id, floor }: PostRef): Promise<void> {
  await trx.deleteFrom('likes').where('thread_id', '=', thread_id).where('floor', '=', floor).execute()
}

export async function someLikeOf(db: Db, user_id: string): Promise<PostRef | undefined> {
  return db.selectFrom('likes').select(['thread_id', 'floor']).where('user_id', '=', user_id).limit(1).executeTakeFirst()
}

async function count(trx: Trx, { thread, floor, step }: { thread: ThreadColumns; floor: number; step: number }): Promise<number> {
  if (floor === 0) {
    if (step !== 0) await setThread(trx, thread, { likes: thread.likes + step })
    return thread.likes + step
  }
  const likes = ((await replyRow(trx, { thread_id: thread.thread_id, floor }))?.likes ?? 0) + step
  if (step !== 0) await setReply(trx, { thread_id: thread.thread_id, floor }, { likes })
  return likes
}
