/** The recommended feed, page by page: all pages use the order at the time of the first request, so that nothing comes twice while others write. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { Db } from '../kit/db.ts'
import { rank } from './rank.ts'
import type { Threads } from './threads.ts'

/** Older threads are found by search. */
const sinceSeconds = 30 * 24 * 60 * 60
/** At most this many threads are ranked: nobody reads a longer feed to its end. */
const maxCandidates = 500

/** asker '' is a guest; cursor 'SECONDS.OFFSET' from the previous page, '' for the first. */
type FeedRequest = { asker: string; cursor: string; limit: number; nowSeconds: number }

export async function feedOf(
  threads: Threads,
  db: Db,
  { asker, cursor, limit, nowSeconds }: FeedRequest,
): Promise<{ data: ThreadRow[]; next: string }> {
  const { at, offset } = readCursor(cursor, nowSeconds)
  const among = { since: at - sinceSeconds, until: at, most: maxCandidates }
  const end = offset + limit
  // One more shows whether there is a next page.
  const ids = rank(await threads.candidates(db, asker, among), at, end + 1)
  return {
    data: await threads.rows(db, asker, ids.slice(offset, end)),
    next: end < ids.length ? `${at}.${end}` : '',
  }
}

function readCursor(cursor: string, nowSeconds: number): { at: number; offset: number } {
  const [at, offset] = cursor.split('.').map(Number)
  if (at === undefined || offset === undefined) return { at: nowSeconds, offset: 0 }
  return { at: Math.min(at, nowSeconds), offset }
}
