/** One complete thread, as the asker may see it. */
import type { Thread } from '@homeport/contract/forum.ts'
import type { Db } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { askerFlags, type Asker, type AskerFlags } from '../post/viewer.ts'
import { toThreadRow, seesAllReplies, selectThreads, type ThreadListRow } from './thread-list.query.ts'
import { detailColumns, fromDetailColumns, fromOptionColumns } from '../model/post-columns.ts'
import type { ThreadColumns } from '../model/thread.store.ts'

const more = ['content', 'reverse', 'notify', ...detailColumns, 'edited_at', 'is_removed'] as const

/** The row behind `threadFor`, for further checks. */
export type ThreadDetailRow = ThreadListRow & Pick<ThreadColumns, (typeof more)[number]>

/** Undefined if it does not exist, is removed, is hidden (except for moderators), or is blocked. */
export async function visibleThread(db: Db, asker: Asker, threadId: number): Promise<ThreadDetailRow | undefined> {
  const [row] = await oneThread(db, { me: asker.user_id, threadId }, askerFlags(asker))
  return row && row.is_removed === 0 ? row : undefined
}

/** As for a list, with the order of its replies: kept for all pages of the thread. */
export async function visibleThreadRow(
  db: Db,
  asker: Asker,
  threadId: number,
): Promise<(ThreadListRow & Pick<ThreadColumns, 'reverse'>) | undefined> {
  const [row] = await threadOfReplies(db, { me: asker.user_id, threadId }, askerFlags(asker))
  return row && row.is_removed === 0 ? row : undefined
}

const threadOfReplies = prepared(
  'thread of replies',
  (db, slots: Slots<{ me: string; threadId: number }>, flags: AskerFlags) =>
    selectThreads(db, slots.me, { ...flags, withHidden: flags.isModerator })
      .select(['threads.reverse', 'threads.is_removed'])
      .where('threads.thread_id', '=', slots.threadId),
  { isKept: true },
)

const oneThread = prepared('one thread', (db, slots: Slots<{ me: string; threadId: number }>, flags: AskerFlags) =>
  selectThreads(db, slots.me, { ...flags, withHidden: flags.isModerator })
    .select(more.map((name) => `threads.${name}` as const))
    .where('threads.thread_id', '=', slots.threadId),
)

export function toThread(row: ThreadDetailRow, asker: Asker, now: number): Thread {
  const isMine = asker.user_id !== '' && row.author_id === asker.user_id
  const isFree = asker.user_id !== '' && asker.bannedUntil <= now
  return {
    ...toThreadRow(row, asker, now),
    content: row.content,
    options: fromOptionColumns(row),
    ...fromDetailColumns(row),
    edited_at: row.edited_at === 0 ? null : Math.floor(row.edited_at / 1000),
    // P17: the read position must not reveal the number of replies that the asker cannot see.
    read_floor: Math.min(row.read_floor ?? 0, seesAllReplies(asker, row) ? row.last_floor : row.author_floor),
    can: {
      reply: isFree && row.is_listed === 1 && (row.is_locked === 0 || asker.isModerator),
      edit: isFree && isMine && (row.is_locked === 0 || asker.isModerator),
      remove: isMine,
      moderate: asker.isModerator,
    },
  }
}
