/** One reply: writing, changing, hiding it and taking it away; what is counted with it changes in the same transaction, under the thread's lock (P40). */
import type { Db, Trx } from '../../kit/db.ts'
import { indexReply, unindexReply } from '../search-index/reply-index.store.ts'
import { setThread, type ThreadColumns } from './thread.store.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    replies: ReplyColumns
  }
}

/** to_floor, quote_floor: 0 for none. Times in ms, edited_at 0 for never. */
export type ReplyColumns = {
  thread_id: number
  floor: number
  sender_id: string
  author_id: string
  text: string
  to_floor: number
  quote_floor: number
  likes: number
  is_hidden: number
  is_removed: number
  created_at: number
  edited_at: number
}

/** By the id that its author's device made; undefined while there is none. */
export async function replyBySenderId(db: Db, author_id: string, sender_id: string): Promise<PostRef | undefined> {
  return db
    .selectFrom('replies')
    .select(['thread_id', 'floor'])
    .where('author_id', '=', author_id)
    .where('sender_id', '=', sender_id)
    .executeTakeFirst()
}

type Fresh = Pick<ReplyColumns, 'sender_id' | 'author_id' | 'text' | 'to_floor' | 'quote_floor'>

/** After the author's turn and the thread's lock. Answers its floor. */
export async function addReply(trx: Trx, thread: ThreadColumns, { now, ...fresh }: Fresh & { now: number }): Promise<number> {
  const floor = thread.last_floor + 1
  const { thread_id } = thread
  const blank = { likes: 0, is_hidden: 0, is_removed: 0, created_at: now, edited_at: 0 }
  await trx
    .insertInto('replies')
    .values({ thread_id, floor, ...fresh, ...blank })
    .execute()
  await indexReply(trx, { thread_id, floor, text: fresh.text })
  const isAuthor = fresh.author_id === thread.author_id
  // P17: what others cannot see does not bring the thread up either.
  const brings = thread.author_only === 0 || isAuthor
  await setThread(trx, thread, {
    last_floor: floor,
    replies: thread.replies + 1,
    ...(isAuthor && { author_floor: floor, author_replies: thread.author_replies + 1 }),
    ...(brings && { active_at: Math.max(now, thread.active_at) }),
  })
  await trx
    .insertInto('thread_people')
    .values({ thread_id, user_id: fresh.author_id, replies: 1, read_floor: floor, has_read: 0 })
    .onConflict((on) =>
      on
        .columns(['thread_id', 'user_id'])
        .doUpdateSet((row) => ({ replies: row('thread_people.replies', '+', 1), read_floor: floor })),
    )
    .execute()
  return floor
}

export async function replyRow(db: Db, { thread_id, floor }: PostRef): Promise<ReplyColumns | undefined> {
  return db.selectFrom('replies').selectAll().where('thread_id', '=', thread_id).where('floor', '=', floor).executeTakeFirst()
}

/** Did anybody else answer for the author's eyes alone? What a moderator hid stands there too. */
export async function hasSecrets(
  trx: Trx,
  { thread_id, author_id, author_only, author_only_from }: ThreadColumns,
): Promise<boolean> {
  if (author_only === 0) return false
  const found = await trx
    .selectFrom('replies')
    .select('floor')
    .where('thread_id', '=', thread_id)
    .where('floor', '>', author_only_from)
    .where('author_id', '<>', author_id)
    .where('is_removed', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function setReply(trx: Trx, { thread_id, floor }: PostRef, changes: Partial<ReplyColumns>): Promise<void> {
  await trx.updateTable('replies').set(changes).where('thread_id', '=', thread_id).where('floor', '=', floor).execute()
}

/** What stood before is the caller's to keep. */
export async function rewriteReply(trx: Trx, reply: PostRef, { text, now }: { text: string; now: number }): Promise<void> {
  await setReply(trx, reply, { text, edited_at: now })
  await indexReply(trx, { ...reply, text })
}

/** A moderator hides it, or shows it again. After the thread's lock. */
export async function setHidden(
  trx: Trx,
  thread: ThreadColumns,
  { reply, isHidden }: { reply: ReplyColumns; isHidden: boolean },
): Promise<void> {
  if ((reply.is_hidden === 1) === isHidden || reply.is_removed === 1) return
  await setReply(trx, reply, { is_hidden: isHidden ? 1 : 0 })
  await countSeen(trx, { thread, reply, step: isHidden ? -1 : 1 })
}

/** Its floor stays, its words do not. After the thread's lock. False where it was gone. */
export async function removeReply(trx: Trx, thread: ThreadColumns, reply: ReplyColumns): Promise<boolean> {
  if (reply.is_removed === 1) return false
  await setReply(trx, reply, { is_removed: 1, text: '', likes: 0, to_floor: 0, quote_floor: 0 })
  await unindexReply(trx, reply)
  if (reply.is_hidden === 0) await countSeen(trx, { thread, reply, step: -1 })
  return true
}

export async function repliesBy(db: Db, authorId: string, most: number): Promise<PostRef[]> {
  return db.selectFrom('replies').select(['thread_id', 'floor']).where('author_id', '=', authorId).limit(most).execute()
}

/** From now on nobody is its author; the id that they made goes with them. */
export async function anonymizeReply(trx: Trx, { thread_id, floor }: PostRef): Promise<void> {
  await setReply(trx, { thread_id, floor }, { author_id: '', sender_id: `of-${thread_id}-${floor}` })
}

async function countSeen(
  trx: Trx,
  { thread, reply, step }: { thread: ThreadColumns; reply: ReplyColumns; step: 1 | -1 },
): Promise<void> {
  const isAuthor = reply.author_id !== '' && reply.author_id === thread.author_id
  await setThread(trx, thread, {
    replies: thread.replies + step,
    ...(isAuthor && { author_replies: thread.author_replies + step }),
  })
  await trx
    .updateTable('thread_people')
    .set((row) => ({ replies: row('replies', '+', step) }))
    .where('thread_id', '=', thread.thread_id)
    .where('user_id', '=', reply.author_id)
    .execute()
}
