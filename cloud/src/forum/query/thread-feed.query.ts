/** Lists of threads, each read along an index with a cursor: no row comes twice, and every page costs the same. */
import type { threadSorts } from '@homeport/contract/forum.ts'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { limitFor, prepared, type Slots } from '../../kit/db/prepared.ts'
import { invalid } from '../../kit/refusal.ts'
import { levelOf } from '../model/board.store.ts'
import { askerFlags, type Asker, type AskerFlags } from '../post/viewer.ts'
import { selectThreads, type ThreadListRow } from './thread-list.query.ts'
import { tagKeyOf, threadsWith } from '../model/tag.store.ts'

type ThreadPage = { rows: ThreadListRow[]; next: string }
type Slice = { cursor: string; limit: number }
type Sort = (typeof threadSorts)[number]
type FeedQuery = Slice & { board_id: number; sort: Sort; tag: string }

/** At most this many pinned threads in one list. */
const maxPinned = 20

const orders = { latest: 'active_at', hot: 'hot', featured: 'created_at', unanswered: 'created_at' } as const

/** Undefined if there is no such board. Pinned threads are at the top of the latest and hot lists, and only there. */
export async function feed(
  db: Db,
  asker: Asker,
  { board_id, sort, tag, cursor, limit }: FeedQuery,
): Promise<ThreadPage | undefined> {
  const level = board_id === 0 ? 0 : await levelOf(db, board_id)
  if (level === undefined) return undefined
  const hasHead = tag === '' && (sort === 'latest' || sort === 'hot')
  const flags = { ...askerFlags(asker), level }
  const pinned = hasHead && cursor === '' ? await pinnedThreads(db, { me: asker.user_id, board_id }, flags) : []
  const tagged = tag === '' ? 'any' : (await threadsWith(db, tag)) > commonTag ? 'common' : 'rare'
  const [value, id] = cursor === '' ? [0, 0] : readCursor(cursor)
  const threadRows = await threadPage(
    db,
    { me: asker.user_id, board_id, tag: tagKeyOf(tag), value, id },
    { ...flags, most: limitFor(limit + 1), sort, hasHead, tagged, isAfter: cursor !== '' },
  )
  const shown = threadRows.slice(0, limit)
  return { rows: [...pinned, ...shown], next: nextOf(threadRows, shown, (row) => `${row[orders[sort]]}.${row.thread_id}`) }
}

type BoardFlags = AskerFlags & { level: number }

const pinnedThreads = prepared(
  'pinned threads',
  (db, slots: Slots<{ me: string; board_id: number }>, { level, ...asker }: BoardFlags) =>
    selectThreads(db, slots.me, asker)
      .$if(level > 0, (query) => query.where(isIn(level, slots.board_id, { byBoard: false })))
      .where('threads.is_pinned', '=', sql.lit(1))
      .orderBy('threads.created_at', 'desc')
      .orderBy('threads.thread_id', 'desc')
      .limit(sql.lit(maxPinned)),
)

type PageValues = { me: string; board_id: number; tag: string; value: number; id: number }
/** tagged: of any tag; of one that few threads have, or many. isAfter: from the row that `value` and `id` name. */
type ListFlags = BoardFlags & {
  most: number
  sort: Sort
  hasHead: boolean
  tagged: 'any' | 'rare' | 'common'
  isAfter: boolean
}

const threadPage = prepared('page of threads', (db, slots: Slots<PageValues>, flags: ListFlags) => {
  const { level, most, sort, hasHead, tagged, isAfter, ...asker } = flags
  const by = orders[sort]
  return selectThreads(db, slots.me, asker)
    .$if(level > 0, (query) => query.where(isIn(level, slots.board_id, { byBoard: sort !== 'featured' })))
    .$if(hasHead, (query) => query.where('threads.is_pinned', '=', sql.lit(0)))
    .$if(sort === 'featured', (query) => query.where('threads.is_featured', '=', sql.lit(1)))
    .$if(sort === 'unanswered', (query) => query.where('threads.open_replies', '=', sql.lit(0)))
    .$if(tagged !== 'any', (query) => query.where(hasTag(slots.tag, { isCommon: tagged === 'common' })))
    .$if(isAfter, (query) =>
      query.where(sql<boolean>`(${sql.ref(`threads.${by}`)}, threads.thread_id) < (${slots.value}, ${slots.id})`),
    )
    .orderBy(`threads.${by}`, 'desc')
    .orderBy('threads.thread_id', 'desc')
    .limit(sql.lit(most))
})

/** Newest first, limited to the threads that the asker may see. */
export async function threadsOfPerson(
  db: Db,
  asker: Asker,
  { user_id, cursor, limit }: Slice & { user_id: string },
): Promise<ThreadPage> {
  const threadRows = await selectThreads(db, sql.val(asker.user_id), askerFlags(asker))
    .where('threads.author_id', '=', user_id)
    .$if(cursor !== '', (query) => query.where('threads.thread_id', '<', readCursor(cursor)[1]))
    .orderBy('threads.thread_id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = threadRows.slice(0, limit)
  return { rows: shown, next: nextOf(threadRows, shown, ({ thread_id }) => `0.${thread_id}`) }
}

/** Latest favourite first. */
export async function favoritesOfPerson(db: Db, asker: Asker, { cursor, limit }: Slice): Promise<ThreadPage> {
  const threadRows = await selectThreads(db, sql.val(asker.user_id), askerFlags(asker))
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
  const shown = threadRows.slice(0, limit)
  return { rows: shown, next: nextOf(threadRows, shown, ({ since, thread_id }) => `${since}.${thread_id}`) }
}

/** Parses a value and an id, as written by nextOf. */
function readCursor(cursor: string): [number, number] {
  const [, value, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (value === undefined || id === undefined) throw invalid('cursor')
  return [Number(value), Number(id)]
}

function nextOf<T>(read: readonly T[], shown: readonly T[], cursorOf: (last: T) => string): string {
  const last = shown.at(-1)
  return read.length > shown.length && last !== undefined ? cursorOf(last) : ''
}

/** byBoard: uses the board's index. Otherwise the few pinned or featured threads are read: the plus keeps SQLite from reading the whole board. */
function isIn(level: number, boardId: Expression<number>, { byBoard }: { byBoard: boolean }) {
  const column = sql.ref(`threads.board_${level}`)
  return byBoard ? sql<boolean>`${column} = ${boardId}` : sql<boolean>`+${column} = ${boardId}`
}

/** A tag with more threads than this is checked thread by thread in list order; a rarer one is read from the tag's rows. */
const commonTag = 500

function hasTag(tag: Expression<string>, { isCommon }: { isCommon: boolean }) {
  // A scalar subquery, not `exists`: for that PostgreSQL would read all threads of the tag.
  if (isCommon)
    return sql<boolean>`coalesce((select 1 from thread_tags where thread_tags.tag_key = ${tag} and thread_tags.thread_id = threads.thread_id), 0) = 1`
  return sql<boolean>`threads.thread_id in (select thread_tags.thread_id from thread_tags where thread_tags.tag_key = ${tag})`
}
