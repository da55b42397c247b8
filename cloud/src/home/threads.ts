/** The home page's interface to the forum. The forum's functions are passed in at start (app/start), because features do not import each other. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { Db } from '../kit/db.ts'
import type { Candidate } from './rank.ts'

/** asker: '' for a guest. The results never contain what the asker may not see (hidden, blocked, author-only). */
export type Threads = {
  /** Created between the two times (seconds), most active first, plus all featured ones; at most `most`. */
  candidates(db: Db, asker: string, among: { since: number; until: number; most: number }): Promise<Candidate[]>
  /** In the order of the ids; threads that are gone by now are left out. */
  rows(db: Db, asker: string, ids: readonly string[]): Promise<ThreadRow[]>
  /** Threads of the board and the boards below it; undefined if there is no such board. */
  ofBoard(
    db: Db,
    asker: string,
    slice: { board_id: number; limit: number; offset: number },
  ): Promise<{ data: ThreadRow[]; total: number } | undefined>
}
