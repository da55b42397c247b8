/** Lists of threads, each read along an index with a cursor: no row comes twice, and every page costs the same. */
import type { threadSorts } from '@homeport/contract/forum.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { prepared } from '../../kit/db/prepared.ts'
import { invalid } from '../../kit/refusal.ts'
import { levelOf } from '../model/board.store.ts'
import type { Asker } from '../post/asker.ts'
import { withUserSlot, askerFlags, selectThreads, type ThreadListRow } from './thread-list.query.ts'
import { tagKeyOf, threadsWith } from '../model/tag.store.ts'

type Found = { rows: ThreadListRow[]; next: string }
type Slice = { cursor: string; limit: number }
type Query = Slice & { board_id: number; sort: (typeof threadSorts)[number]; tag: string }

/** At most this many pinned threads in one list. */
const pinnedMost = 20

const orders = { latest: 'active_at', hot: 'hot', featured: 'created_at', unanswered: 'created_at' } as const

/** Undefined if there is no such board. Pinned threads are at the top of the latest and hot lists, and only there. */
export async function feed(db: Db, asker: Asker, { board_id, sort, tag, cursor, limit }: Query): Promise<Found | undefined> {
  const level = board_id === 0 ? 0 : await levelOf(db, board_id)
  if (level === undefined) return undefined
  const by = orders[sort]
  const hasHead = tag === '' && (sort === 'latest' || sort === 'hot')
  const board = `board ${level} ${askerFlags(asker)}`
  const pinned =
    hasHead && cursor === ''
      ? await prepared(db, {
          shape: `pinned ${board}`,
          values: { me: asker.user_id, board_id },
          build: (slot) =>
            selectThreads(db, withUserSlot(asker, slot.me))
              .$if(level > 0, (query) => query.where(isIn(level, slot.board_id, { byBoard: false })))
              .where('threads.is_pinned', '=', sql.lit(1))
              .orderBy('threads.created_at', 'desc')
              .orderBy('threads.thread_id', 'desc')
              .limit(pinnedMost),
        })
      : []
  const isCommon = tag !== '' && (await threadsWith(db, tag)) > commonTag
  const [value, id] = cursor === '' ? [0, 0] : readCursor(cursor)
  const found = await prepared(db, {
    shape: `feed by ${sort}${tag === '' ? '' : isCommon ? ' common tag' : ' tag'}${cursor === '' ? '' : ' after'} ${board}`,
    values: { me: asker.user_id, board_id, tag: tagKeyOf(tag), value, id, most: limit + 1 },
    build: (slot) =>
      selectThreads(db, withUserSlot(asker, slot.me))
        .$if(level > 0, (query) => query.where(isIn(level, slot.board_id, { byBoard: sort !== 'featured' })))
        .$if(hasHead, (query) => query.where('threads.is_pinned', '=', sql.lit(0)))
        .$if(sort === 'featured', (query) => query.where('threads.is_featured', '=', sql.lit(1)))
        .$if(sort === 'unanswered', (query) => query.where('threads.open_replies', '=', sql.lit(0)))
        .$if(tag !== '', (query) => query.where(hasTag(slot.tag, { isCommon })))
        .$if(cursor !== '', (query) =>
          query.where(sql<boolean>`(${sql.ref(`threads.${by}`)}, threads.thread_id) < (${slot.value}, ${slot.id})`),
        )
        .orderBy(`threads.${by}`, 'desc')
        .orderBy('threads.thread_id', 'desc')
        .limit(sql<number>`${slot.most}`),
  })
  const shown = found.slice(0, limit)
  return { rows: [...pinned, ...shown], next: nextOf(found, shown, (row) => `${row[by]}.${row.thread_id}`) }
}

/** Newest first, limited to the threads that the asker may see. */
export async function threadsOfPerson(
  db: Db,
  asker: Asker,
  { user_id, cursor, limit }: Slice & { user_id: string },
): Promise<Found> {
  const found = await selectThreads(db, asker)
    .where('threads.author_id', '=', user_id)
    .$if(cursor !== '', (query) => query.where('threads.thread_id', '<', readCursor(cursor)[1]))
    .orderBy('threads.thread_id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = found.slice(0, limit)
  return { rows: shown, next: nextOf(found, shown, ({ thread_id }) => `0.${thread_id}`) }
}

/** Latest favourite first. */
export async function favoritesOfPerson(db: Db, asker: Asker, { cursor, limit }: Slice): Promise<Found> {
  const found = await selectThreads(db, asker)
    .innerJoin('favorites', (on) =>
      on
        .on('favorites.user_id', '=', asker.user_id)
        .on('favorites.type', '=', 'thread')
        // Reads from the user's few favourites to the threads; the `case` keeps a film's id from being cast to a number.
        .on(sql<boolean>`threads.thread_id = case favorites.type when 'thread' then cast(favorites.thing_id as bigint) end`),
    )
    .select('favorites.since')
    .$if(cursor !== '', (query) => {
      const [since, id] = readCursor(cursor)
      return query.where(sql<boolean>`(favorites.since, threads.thread_id) < (${since}, ${id})`)
    })
    .orderBy('favorites.since', 'desc')
    .orderBy('threads.thread_id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = found.slice(0, limit)
  return { rows: shown, next: nextOf(found, shown, ({ since, thread_id }) => `${since}.${thread_id}`) }
}

/** Parses a value and an id, as written by nextOf. */
export function readCursor(cursor: string): [number, number] {
  const [, value, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (value === undefined || id === undefined) throw invalid('cursor')
  return [Number(value), Number(id)]
}

export function nextOf<T>(found: readonly T[], shown: readonly T[], cursorOf: (last: T) => string): string {
  const last = shown.at(-1)
  return found.length > shown.length && last !== undefined ? cursorOf(last) : ''
}

/** byBoard: uses the board's index. Otherwise the few pinned or featured threads are read: the plus keeps SQLite from reading the whole board. */
function isIn(level: number, boardId: number, { byBoard }: { byBoard: boolean }) {
  const column = sql.ref(`threads.board_${level}`)
  return byBoard ? sql<boolean>`${column} = ${boardId}` : sql<boolean>`+${column} = ${boardId}`
}

/** A tag with more threads than this is checked thread by thread in list order; a rarer one is read from the tag's rows. */
const commonTag = 500

function hasTag(tag: string, { isCommon }: { isCommon: boolean }) {
  // A scalar subquery, not `exists`: for that PostgreSQL would read all threads of the tag.
  if (isCommon)
    return sql<boolean>`coalesce((select 1 from thread_tags where thread_tags.tag_key = ${tag} and thread_tags.thread_id = threads.thread_id), 0) = 1`
  return sql<boolean>`threads.thread_id in (select thread_tags.thread_id from thread_tags where thread_tags.tag_key = ${tag})`
}
