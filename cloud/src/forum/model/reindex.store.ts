/** Threads and replies indexed anew, the newest first, one at a time: each with its thread locked, so that the words of a removed one do not come back (P36). */
import type { Trx } from '../../kit/db.ts'
import type { Reindexer } from '../../shared/search/reindex.store.ts'
import { indexReply } from '../search-index/reply-index.store.ts'
import { indexThread } from '../search-index/thread-index.store.ts'
import { replyRow } from './reply.store.ts'
import { tagsIn } from './post-columns.ts'
import { lockThread } from './thread.store.ts'

export const forumReindexers: readonly Reindexer[] = [
  { subject: 'threads', step: reindexThread },
  { subject: 'replies', step: reindexReply },
]

async function reindexThread(trx: Trx, position: string): Promise<string | undefined> {
  const next = await trx
    .selectFrom('threads')
    .select('thread_id')
    .where('is_removed', '=', 0)
    .$if(position !== '', (query) => query.where('thread_id', '<', Number(position)))
    .orderBy('thread_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const row = await lockThread(trx, next.thread_id)
  if (row?.is_removed === 0) await indexThread(trx, { ...row, tags: tagsIn(row) })
  return String(next.thread_id)
}

async function reindexReply(trx: Trx, position: string): Promise<string | undefined> {
  const next = await trx
    .selectFrom('reply_numbers')
    .selectAll()
    .$if(position !== '', (query) => query.where('no', '<', Number(position)))
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  await lockThread(trx, next.thread_id)
  const reply = await replyRow(trx, next)
  if (reply?.is_removed === 0) await indexReply(trx, reply)
  return String(next.no)
}
