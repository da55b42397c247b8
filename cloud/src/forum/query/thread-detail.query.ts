/** One complete thread, as the asker may see it. */
import type { Thread } from '@homeport/contract/forum.ts'
import type { Db } from '../../kit/db.ts'
import { prepared } from '../../kit/db/prepared.ts'
import type { Asker } from '../post/asker.ts'
import { withUserSlot, askerFlags, toThreadRow, seesAllReplies, selectThreads, type ThreadListRow } from './thread-list.query.ts'
import { placeOf } from '../model/thread.store.ts'

const more = [
  'threads.content',
  'threads.reverse',
  'threads.notify',
  'threads.place',
  'threads.edited_at',
  'threads.is_removed',
] as const

/** The row behind `threadFor`, for further checks. */
export type ThreadDetailRow = ThreadListRow & {
  content: string
  reverse: number
  notify: number
  place: string
  edited_at: number
  is_removed: number
}

/** Undefined if it does not exist, is removed, is hidden (except for moderators), or is blocked. */
export async function visibleThread(db: Db, asker: Asker, threadId: number): Promise<ThreadDetailRow | undefined> {
  const [row] = await prepared(db, {
    shape: `one thread ${askerFlags(asker)}`,
    values: { me: asker.user_id, threadId },
    build: (slot) =>
      selectThreads(db, withUserSlot(asker, slot.me), { withHidden: asker.isModerator })
        .select(more)
        .where('threads.thread_id', '=', slot.threadId),
  })
  return row && row.is_removed === 0 ? row : undefined
}

export function toThread(row: ThreadDetailRow, asker: Asker, now: number): Thread {
  const isMine = asker.user_id !== '' && row.author_id === asker.user_id
  const isFree = asker.user_id !== '' && asker.bannedUntil <= now
  return {
    ...toThreadRow(row, asker, now),
    content: row.content,
    options: { reverse: row.reverse === 1, author_only: row.author_only === 1, notify: row.notify === 1 },
    place: placeOf(row),
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
