/** Forum threads for home and explore, as the asker may see them; app/features.ts passes this to the home feature. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { blockedIds } from '../../shared/block.store.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { boardsOf, levelOf } from '../model/board.store.ts'
import { askerOf } from '../model/person.store.ts'
import { askerFlags, type AskerFlags } from '../post/viewer.ts'
import { toThreadRow, threadsByIds, seconds, selectThreads } from './thread-list.query.ts'

type Among = { since: number; until: number; most: number }
type Slice = { board_id: number; limit: number; offset: number }

export function createHomeFeed(now: () => number) {
  return {
    /** Times in seconds. */
    async candidates(db: Db, userId: string, { since, until, most }: Among) {
      const asker = await askerOf(db, userId)
      const rows = await selectThreads(db, sql.val(userId), askerFlags(asker))
        .select(isFollowed(userId).as('is_followed'))
        .where('threads.created_at', '<', (until + 1) * 1000)
        .where((of) => of.or([of('threads.created_at', '>=', since * 1000), of('threads.is_featured', '=', 1)]))
        .orderBy('threads.hot', 'desc')
        .orderBy('threads.thread_id', 'desc')
        .limit(most)
        .execute()
      return rows.map((row) => {
        const { id, board_id, replies, likes, favorites, views, is_featured, is_new } = toThreadRow(row, asker, now())
        return {
          id,
          board_id,
          author_id: row.author_id,
          created_at: seconds(row.created_at),
          replies,
          likes,
          favorites,
          views,
          is_featured,
          is_read: row.read_floor !== null && !is_new,
          is_followed: row.is_followed === 1,
        }
      })
    },

    async rows(db: Db, userId: string, ids: readonly string[]): Promise<ThreadRow[]> {
      const asker = await askerOf(db, userId)
      const threadRows = await threadsByIds(db, asker, ids.map(Number))
      return threadRows.map((row) => toThreadRow(row, asker, now()))
    },

    /** Newest first; undefined if there is no such board. */
    async ofBoard(db: Db, userId: string, { board_id, limit, offset }: Slice) {
      const level = await levelOf(db, board_id)
      if (level === undefined) return undefined
      const asker = await askerOf(db, userId)
      const rows = await newestOfBoard(db, { me: userId, board_id, limit, offset }, { ...askerFlags(asker), level })
      const all = (await boardsOf(db)).find(({ id }) => id === board_id)?.threads ?? 0
      const total = all - (asker.hasBlocks ? await walledIn(db, userId, { level, board_id }) : 0)
      return { data: rows.map((row) => toThreadRow(row, asker, now())), total }
    },
  }
}

const newestOfBoard = prepared(
  'newest threads of a board',
  (
    db,
    slots: Slots<{ me: string; board_id: number; limit: number; offset: number }>,
    { level, ...asker }: AskerFlags & { level: number },
  ) =>
    selectThreads(db, slots.me, asker)
      .where(sql<boolean>`${boardColumn(level)} = ${slots.board_id}`)
      .orderBy('threads.created_at', 'desc')
      .orderBy('threads.thread_id', 'desc')
      .limit(slots.limit)
      .offset(slots.offset),
)

/** The number of the board's threads by people with whom a block exists. */
async function walledIn(db: Db, userId: string, { level, board_id }: { level: number; board_id: number }): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from threads
    where threads.author_id in (${blockedIds(userId)}) and threads.is_listed = 1 and +${boardColumn(level)} = ${board_id}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

function boardColumn(level: number) {
  return sql.ref(`threads.board_${level}`)
}

function isFollowed(me: string) {
  if (me === '') return sql<number>`0`
  return sql<number>`coalesce((select 1 from follows where follows.by_id = ${me} and follows.user_id = threads.author_id), 0)`
}
