/** What is recommended, page by page: the order is that of the moment when the first page was asked for, so that nothing comes twice while others write. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { Db } from '../kit/db.ts'
import { rank } from './rank.ts'
import type { Threads } from './threads.ts'

/** What is older is found by searching. */
const sinceSeconds = 30 * 24 * 60 * 60
/** So many are ranked; a feed of more is read by nobody to its end. */
const candidatesMost = 500

/** asker '' is a guest; cursor 'SECONDS.OFFSET' as the page before gave it, '' for the first. */
type Wanted = { asker: string; cursor: string; limit: number; nowSeconds: number }

export async function feedOf(
  threads: Threads,
  db: Db,
  { asker, cursor, limit, nowSeconds }: Wanted,
): Promise<{ data: ThreadRow[]; next: string }> {
  const { at, offset } = readCursor(cursor, nowSeconds)
  const among = { since: at - sinceSeconds, until: at, most: candidatesMost }
  const end = offset + limit
  // One more tells that there is a next page.
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
