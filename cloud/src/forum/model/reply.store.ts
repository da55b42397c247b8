/** One reply: create, edit, hide and remove; its counters change in the same transaction, while the thread is locked (P40). */
import type { Db, Trx } from '../../kit/db.ts'
import { indexReply, unindexReply } from '../search-index/reply-index.store.ts'
import { setThread, type ThreadColumns } from './thread.store.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    replies: ReplyColumns
  }
}

export type ReplyColumns = {
  thread_id: number
  floor: number
  /** Id made by the author's device. */
  sender_id: string
  author_id: string
  text: string
  /** 0 for none. */
  to_floor: number
  /** 0 for none. */
  quote_floor: number
  likes: number
  is_hidden: number
  is_removed: number
  /** ms. */
  created_at: number
  /** ms; 0 for never. */
  edited_at: number
}

/** Finds a reply by the id that its author's device made; undefined if there is none. */
export async function replyBySenderId(db: Db, author_id: string, sender_id: string): Promise<PostRef | undefined> {
  return db
    .selectFrom('replies')
    .select(['thread_id', 'floor'])
    .where('author_id', '=', author_id)
    .where('sender_id', '=', sender_id)
    .executeTakeFirst()
}

type NewReply = Pick<ReplyColumns, 'sender_id' | 'author_id' | 'text' | 'to_floor' | 'quote_floor'>

/** Call with the member and the thread locked. Returns the new floor. */
export async function addReply(trx: Trx, thread: ThreadColumns, { now, ...reply }: NewReply & { now: number }): Promise<number> {
  const floor = thread.last_floor + 1
  const { thread_id } = thread
  const blank = { likes: 0, is_hidden: 0, is_removed: 0, created_at: now, edited_at: 0 }
  await trx
    .insertInto('replies')
    .values({ thread_id, floor, ...reply, ...blank })
    .execute()
  await indexReply(trx, { thread_id, floor, text: reply.text })
  const isAuthor = reply.author_id === thread.author_id
  // P17: a reply that others cannot see does not move the thread up either.
  const brings = thread.author_only === 0 || isAuthor
  await setThread(trx, thread, {
    last_floor: floor,
    replies: thread.replies + 1,
    ...(isAuthor && { author_floor: floor, author_replies: thread.author_replies + 1 }),
    ...(brings && { active_at: Math.max(now, thread.active_at) }),
  })
  await trx
    .insertInto('thread_people')
    .values({ thread_id, user_id: reply.author_id, replies: 1, read_floor: floor, has_read: 0 })
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

/** True if others have replied under the author-only promise; hidden replies count too. */
export async function hasSecrets(
  trx: Trx,
  { thread_id, author_id, author_only, author_only_from }: ThreadColumns,
): Promise<boolean> {
  if (author_only === 0) return false
  const rows = await trx
    .selectFrom('replies')
    .select('floor')
    .where('thread_id', '=', thread_id)
    .where('floor', '>', author_only_from)
    .where('author_id', '<>', author_id)
    .where('is_removed', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return rows !== undefined
}

export async function setReply(trx: Trx, { thread_id, floor }: PostRef, changes: Partial<ReplyColumns>): Promise<void> {
  await trx.updateTable('replies').set(changes).where('thread_id', '=', thread_id).where('floor', '=', floor).execute()
}

/** The calling code saves the previous text. */
export async function rewriteReply(trx: Trx, reply: PostRef, { text, now }: { text: string; now: number }): Promise<void> {
  await setReply(trx, reply, { text, edited_at: now })
  await indexReply(trx, { ...reply, text })
}

/** Hides a reply or shows it again (moderators). Call with the thread locked. */
export async function setHidden(
  trx: Trx,
  thread: ThreadColumns,
  { reply, isHidden }: { reply: ReplyColumns; isHidden: boolean },
): Promise<void> {
  if ((reply.is_hidden === 1) === isHidden || reply.is_removed === 1) return
  await setReply(trx, reply, { is_hidden: isHidden ? 1 : 0 })
  await countSeen(trx, { thread, reply, step: isHidden ? -1 : 1 })
}

/** Removes the text but keeps the floor. Call with the thread locked. False if it was removed already. */
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

/** Removes the author and the id that the author's device made. */
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
