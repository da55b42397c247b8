/** What home and explore show of the forum, as their asker may see it; app/start hands it to them. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import { levelOf } from './board.store.ts'
import { askerOf } from './person.store.ts'
import { rowOf, rowsByIds, seconds, selectRows } from './row.store.ts'

type Among = { since: number; until: number; most: number }
type Slice = { board_id: number; limit: number; offset: number }

export function openFront(now: () => number) {
  return {
    /** Times in seconds. */
    async candidates(db: Db, userId: string, { since, until, most }: Among) {
      const asker = await askerOf(db, userId)
      const rows = await selectRows(db, asker)
        .select(isFollowed(userId).as('is_followed'))
        .where('threads.created_at', '<', (until + 1) * 1000)
        .where((of) => of.or([of('threads.created_at', '>=', since * 1000), of('threads.is_featured', '=', 1)]))
        .orderBy('threads.hot', 'desc')
        .orderBy('threads.thread_id', 'desc')
        .limit(most)
        .execute()
      return rows.map((row) => {
        const { id, board_id, replies, likes, favorites, views, is_featured, is_new } = rowOf(row, asker, now())
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
      const found = await rowsByIds(db, asker, ids.map(Number))
      return found.map((row) => rowOf(row, asker, now()))
    },

    /** Begun last stands first; undefined for no such board. */
    async ofBoard(db: Db, userId: string, { board_id, limit, offset }: Slice) {
      const level = await levelOf(db, board_id)
      if (level === undefined) return undefined
      const asker = await askerOf(db, userId)
      const within = () =>
        selectRows(db, asker)
          .$if(level === 1, (query) => query.where('threads.board_1', '=', board_id))
          .$if(level === 2, (query) => query.where('threads.board_2', '=', board_id))
          .$if(level === 3, (query) => query.where('threads.board_3', '=', board_id))
      const { total } = await within()
        .clearSelect()
        .select((of) => of.fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await within()
        .orderBy('threads.created_at', 'desc')
        .orderBy('threads.thread_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { data: rows.map((row) => rowOf(row, asker, now())), total: Number(total) }
    },
  }
}

function isFollowed(me: string) {
  if (me === '') return sql<number>`0`
  return sql<number>`coalesce((select 1 from follows where follows.by_id = ${me} and follows.user_id = threads.author_id), 0)`
}
