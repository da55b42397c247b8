/** Lists of threads, each read from an index and followed by its last row: nothing comes twice, and a page costs the same wherever it stands. */
import type { threadSorts } from '@homeport/contract/forum.ts'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import { invalid } from '../kit/refusal.ts'
import { levelOf } from './board.store.ts'
import type { Asker } from './person.store.ts'
import { selectRows, type FoundRow } from './row.store.ts'
import { tagKeyOf } from './tag.store.ts'

type Found = { rows: FoundRow[]; next: string }
type Slice = { cursor: string; limit: number }
type Query = Slice & { board_id: number; sort: (typeof threadSorts)[number]; tag: string }

/** More than these are never pinned in one list. */
const pinnedMost = 20

const orders = { latest: 'active_at', hot: 'hot', featured: 'created_at', unanswered: 'created_at' } as const

/** Undefined for a board that is none. What is pinned stands at the head of latest and hot ones, and nowhere after. */
export async function feed(db: Db, asker: Asker, { board_id, sort, tag, cursor, limit }: Query): Promise<Found | undefined> {
  const level = board_id === 0 ? 0 : await levelOf(db, board_id)
  if (level === undefined) return undefined
  const by = orders[sort]
  const hasHead = tag === '' && (sort === 'latest' || sort === 'hot')
  const within = () =>
    selectRows(db, asker)
      .$if(level === 1, (query) => query.where('threads.board_1', '=', board_id))
      .$if(level === 2, (query) => query.where('threads.board_2', '=', board_id))
      .$if(level === 3, (query) => query.where('threads.board_3', '=', board_id))
  const pinned =
    hasHead && cursor === ''
      ? await within()
          .where('threads.is_pinned', '=', sql.lit(1))
          .orderBy('threads.created_at', 'desc')
          .orderBy('threads.thread_id', 'desc')
          .limit(pinnedMost)
          .execute()
      : []
  const found = await within()
    .$if(hasHead, (query) => query.where('threads.is_pinned', '=', 0))
    .$if(sort === 'featured', (query) => query.where('threads.is_featured', '=', sql.lit(1)))
    .$if(sort === 'unanswered', (query) => query.where('threads.open_replies', '=', sql.lit(0)))
    .$if(tag !== '', (query) =>
      query.where('threads.thread_id', 'in', (of) =>
        of.selectFrom('thread_tags').select('thread_tags.thread_id').where('thread_tags.tag_key', '=', tagKeyOf(tag)),
      ),
    )
    .$if(cursor !== '', (query) => query.where(isAfter(by, readCursor(cursor))))
    .orderBy(`threads.${by}`, 'desc')
    .orderBy('threads.thread_id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = found.slice(0, limit)
  return { rows: [...pinned, ...shown], next: nextOf(found, shown, (row) => `${row[by]}.${row.thread_id}`) }
}

/** Newest first; what is seen of it is the asker's. */
export async function threadsOfPerson(
  db: Db,
  asker: Asker,
  { user_id, cursor, limit }: Slice & { user_id: string },
): Promise<Found> {
  const found = await selectRows(db, asker)
    .where('threads.author_id', '=', user_id)
    .$if(cursor !== '', (query) => query.where('threads.thread_id', '<', readCursor(cursor)[1]))
    .orderBy('threads.thread_id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = found.slice(0, limit)
  return { rows: shown, next: nextOf(found, shown, ({ thread_id }) => `0.${thread_id}`) }
}

/** The one kept last stands first. */
export async function favoritesOfPerson(db: Db, asker: Asker, { cursor, limit }: Slice): Promise<Found> {
  const found = await selectRows(db, asker)
    .innerJoin('favorites', (on) =>
      on
        .on('favorites.user_id', '=', asker.user_id)
        .on('favorites.type', '=', 'thread')
        .on(sql<boolean>`favorites.thing_id = cast(threads.thread_id as text)`),
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

/** A value and an id, as nextOf wrote them. */
export function readCursor(cursor: string): [number, number] {
  const [, value, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (value === undefined || id === undefined) throw invalid('cursor')
  return [Number(value), Number(id)]
}

export function nextOf<T>(found: readonly T[], shown: readonly T[], cursorOf: (last: T) => string): string {
  const last = shown.at(-1)
  return found.length > shown.length && last !== undefined ? cursorOf(last) : ''
}

function isAfter(by: (typeof orders)[keyof typeof orders], [value, id]: [number, number]) {
  return sql<boolean>`(${sql.ref(`threads.${by}`)}, threads.thread_id) < (${value}, ${id})`
}
