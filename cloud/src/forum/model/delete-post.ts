/** Deletes a thread or a reply with all that hangs on it: revisions, likes, open reports. */
import { postGone, threadRemoved } from '@homeport/contract/forum.ts'
import { formatPostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import type { Trx } from '../../kit/db.ts'
import type { Emit } from '../../kit/realm.ts'
import { dropLikesOf } from './like.store.ts'
import { removeReply, replyRow } from './reply.store.ts'
import { closeReports, closeReportsOfThread } from './report.store.ts'
import { dropRevisions } from './revision.store.ts'
import { removeThread, type ThreadColumns } from './thread.store.ts'

/** Call with the author and the thread locked. Nothing that the author wrote there is left. */
export async function deletePost(
  trx: Trx,
  emit: Emit,
  { thread, post }: { thread: ThreadColumns; post: PostRef },
): Promise<void> {
  if (post.floor === 0) {
    if (!(await removeThread(trx, thread))) return
    await emit(threadRemoved, { id: formatPostId(post) })
  } else {
    const row = await replyRow(trx, post)
    if (!row || !(await removeReply(trx, thread, row))) return
  }
  await emit(postGone, { id: formatPostId(post) })
  await dropRevisions(trx, post)
  await dropLikesOf(trx, post)
  if (post.floor === 0) await closeReportsOfThread(trx, post.thread_id)
  else await closeReports(trx, post)
}
