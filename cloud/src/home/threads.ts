/** What home shows of the forum. The forum hands it over at start (app/features.ts): sister features do not meet. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { Db } from '../kit/db.ts'
import type { Candidate } from './rank.ts'

/** asker: '' for a guest. What an asker may not see (hidden, blocked, author-only) is never among the answers. */
export type Threads = {
  /** Begun between the two moments (seconds), the most active first, and all that are featured; at most `most`. */
  candidates(db: Db, asker: string, among: { since: number; until: number; most: number }): Promise<Candidate[]>
  /** In the order of the ids; those that are gone meanwhile are left out. */
  rows(db: Db, asker: string, ids: readonly string[]): Promise<ThreadRow[]>
  /** Of the board and those below it; undefined for no such board. */
  ofBoard(
    db: Db,
    asker: string,
    slice: { board_id: number; limit: number; offset: number },
  ): Promise<{ data: ThreadRow[]; total: number } | undefined>
}
