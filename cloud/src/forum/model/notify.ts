/** Notifications of the forum: who is notified of a new reply, and of a like. */
import { remind } from '@homeport/contract/message.ts'
import { formatPostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import type { Trx } from '../../kit/db.ts'
import type { Emit } from '../../kit/realm.ts'
import { excerptOfReply } from '../post/plain-text.ts'
import { replyRow, type ReplyColumns } from './reply.store.ts'
import type { ThreadColumns } from './thread.store.ts'

type ReplyNotice = { thread: ThreadColumns; made: PostRef; by: string; text: string; to_floor: number; quote_floor: number }

/** Notifies each person once: answered before quoted before the thread's author. In an author-only thread others are not notified of replies that they cannot see (P17). */
export async function notifyParticipants(
  trx: Trx,
  emit: Emit,
  { thread, made, by, text, to_floor, quote_floor }: ReplyNotice,
): Promise<string[]> {
  const notified = new Map<string, 'reply' | 'quote'>()
  for (const [floor, kind] of [
    [to_floor, 'reply'],
    [quote_floor, 'quote'],
  ] as const) {
    const author = floor > 0 ? (await replyRow(trx, { thread_id: thread.thread_id, floor }))?.author_id : undefined
    if (author && !notified.has(author)) notified.set(author, kind)
  }
  if (thread.notify === 1 && thread.author_id !== '' && !notified.has(thread.author_id)) notified.set(thread.author_id, 'reply')
  notified.delete(by)
  for (const [user_id, kind] of notified) {
    if (thread.author_only === 1 && by !== thread.author_id && user_id !== thread.author_id) continue
    await emit(remind, {
      user_id,
      key: `post:${formatPostId(made)}`,
      kind,
      by,
      subject: formatPostId(made),
      text: excerptOfReply(text),
    })
  }
  return [...notified.keys()]
}

type LikeNotice = {
  thread: ThreadColumns
  reply: Pick<ReplyColumns, 'author_id' | 'text'> | undefined
  post: PostRef
  by: string
}

/** Notifies the author of the liked post, unless it is their own like. */
export async function notifyLiked(emit: Emit, { thread, reply, post, by }: LikeNotice): Promise<void> {
  const { author_id } = reply ?? thread
  if (author_id === '' || author_id === by) return
  const id = formatPostId(post)
  const text = reply ? excerptOfReply(reply.text) : thread.title
  await emit(remind, { user_id: author_id, key: `like:${id}:${by}`, kind: 'like', by, subject: id, text })
}
