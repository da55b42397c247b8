/** Access checks of the forum: a post or person that the asker may not see is not found (4004, P16). */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { GuestContext } from '../../kit/http/serve.ts'
import { visibleThread, visibleThreadRow, type ThreadDetailRow } from '../query/thread-detail.query.ts'
import { isReplyVisible } from '../query/reply-list.query.ts'
import { askerOf, visiblePerson as personSight, lockMember } from '../model/person.store.ts'
import { guest, type Asker } from '../post/viewer.ts'
import { replyRow, type ReplyColumns } from '../model/reply.store.ts'
import { lockThread, type ThreadColumns } from '../model/thread.store.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'
import { parseThreadId } from '../post/post-ref.ts'

export async function askerIn({ db, asker }: Pick<GuestContext, 'db' | 'asker'>): Promise<Asker> {
  const user = await asker()
  return user ? askerOf(db, user.user_id) : guest
}

export async function requireThread(db: Db, asker: Asker, id: string): Promise<ThreadDetailRow> {
  const row = await visibleThread(db, asker, parseThreadId(id))
  if (!row) throw new Refusal(Code.notFound)
  return row
}

/** Without the thread's text. */
export async function requireThreadRow(db: Db, asker: Asker, id: string) {
  const row = await visibleThreadRow(db, asker, parseThreadId(id))
  if (!row) throw new Refusal(Code.notFound)
  return row
}

/** A thread (floor 0) or a reply in it. */
export async function requirePost(db: Db, asker: Asker, { thread_id, floor }: PostRef): Promise<ThreadDetailRow> {
  const thread = await requireThread(db, asker, String(thread_id))
  if (floor > 0 && !(await isReplyVisible(db, asker, { thread, floor }))) throw new Refusal(Code.notFound)
  return thread
}

/** '' means the asker; a guest is refused. */
export async function requirePerson(db: Db, asker: Asker, userId: string): Promise<string> {
  const targetId = userId || asker.user_id
  if (targetId === '') throw new Refusal(Code.noToken)
  if (!(await personSight(db, asker, targetId))) throw new Refusal(Code.notFound)
  return targetId
}

/** Locks the member, then the thread, in the lock order of all writers. 4004 if the thread is gone by now. */
export async function lockThreadForUser(
  trx: Trx,
  { user_id, thread_id }: { user_id: string; thread_id: number },
): Promise<ThreadColumns> {
  await lockMember(trx, user_id)
  const thread = await lockThread(trx, thread_id)
  if (!thread || thread.is_removed === 1) throw new Refusal(Code.notFound)
  return thread
}

/** Call with the thread locked. */
export async function requireReply(trx: Trx, post: PostRef): Promise<ReplyColumns> {
  const reply = await replyRow(trx, post)
  if (!reply || reply.is_removed === 1) throw new Refusal(Code.notFound)
  return reply
}
