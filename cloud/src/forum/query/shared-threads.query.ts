/**
 * Lists of threads for many readers between two writes: the order of a list and its rows are read once for all, the rows kept as JSON text; what is the asker's
 * own (likes, favourites, read positions, blocks) is read once for each. What an asker may see is the same as in thread-feed.query.ts, and compared with it by a test.
 */
import { ThreadRow } from '@homeport/contract/forum.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { requestCounter, sharedValues } from '../../kit/db/shared-values.ts'
import { JsonText } from '../../kit/json-text.ts'
import { outputReader } from '../../kit/output.ts'
import { levelOf } from '../model/board.store.ts'
import { blockedPeople } from '../model/blocked-people.query.ts'
import { guest, type Asker } from '../post/asker.ts'
import {
  hasPinned,
  nextOf,
  orders,
  pinnedIn,
  pinnedMost,
  readCursor,
  threadsInOrder,
  type FeedQuery,
  type ListFlags,
} from './thread-feed.query.ts'
import { isNew, threadsByIds, toThreadRow, visibleReplyCount, type OwnOfThread, type ThreadListRow } from './thread-list.query.ts'

/** The threads of a list that are shared: pages further down are read for the asker alone. */
const listedMost = 1_000
const listsMost = 40
const rowsMost = 4_000
/** Askers with more of their own than this get pages that are read for them alone. */
const ownMost = 300
const askersMost = 1_000

type Listed = { thread_id: number; author_id: string; value: number }
/** texts: by what askers see differently. */
type SharedThread = { row: ThreadListRow; texts: Map<number, string> }
type Own = ReadonlyMap<number, OwnOfThread>

const lists = sharedValues<readonly Listed[]>(listsMost)
const rows = sharedValues<SharedThread | null>(rowsMost)
const owns = sharedValues<Own | null>(askersMost)
const isRequestedOften = requestCounter()

/** Undefined if the page has to be read for this asker alone, or if there is no such board. */
export async function sharedFeed(
  db: Db,
  asker: Asker,
  { now, ...query }: FeedQuery & { now: number },
): Promise<JsonText | undefined> {
  const { board_id, sort, tag, cursor, limit } = query
  if (tag !== '' || !isRequestedOften(db, `${board_id} ${sort}`)) return undefined
  const level = board_id === 0 ? 0 : await levelOf(db, board_id)
  const blocked = await blockedPeople(db, asker)
  const own = blocked && (await ownThreads(db, asker, blocked))
  if (level === undefined || !blocked || !own) return undefined
  const isSeen = ({ author_id }: Listed) => !blocked.has(author_id)
  const flags = { level, sort, hasHead: hasPinned(query) }
  const list = await listOf(db, board_id, flags)
  const start = cursor === '' ? 0 : firstAfter(list, readCursor(cursor))
  const page: Listed[] = []
  for (let at = start; at < list.length && page.length <= limit; at += 1) {
    const listed = list[at]
    if (listed && isSeen(listed)) page.push(listed)
  }
  // The list goes on behind what is kept of it.
  if (page.length <= limit && list.length >= listedMost) return undefined
  const shown = page.slice(0, limit)
  const pinned = flags.hasHead && cursor === '' ? await pinnedOf(db, board_id, level) : []
  // There may be more of them behind those that the asker does not see.
  if (pinned.length >= pinnedMost && blocked.size > 0) return undefined
  const all = [...pinned.filter(isSeen), ...shown].map(({ thread_id }) => thread_id)
  const threads = await threadsOf(db, all)
  if (!threads) return undefined
  const reader = { asker, now, own }
  const data = threads.map((thread) => textOf(reader, thread)).join(',')
  const next = nextOf(page, shown, (last) => `${last.value}.${last.thread_id}`)
  return new JsonText(`{"data":[${data}],"next":${JSON.stringify(next)}}`)
}

/** The index of the first one behind the cursor; the list is in descending order. */
function firstAfter(list: readonly Listed[], [value, id]: readonly [number, number]): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const listed = list[middle]
    const isAfter = listed !== undefined && (listed.value < value || (listed.value === value && listed.thread_id < id))
    if (isAfter) high = middle
    else low = middle + 1
  }
  return low
}

function listOf(db: Db, board_id: number, flags: Pick<ListFlags, 'level' | 'sort' | 'hasHead'>) {
  return lists(db, `${board_id} ${flags.sort}`, () => listedThreads(db, { me: '', board_id, tag: '', value: 0, id: 0 }, flags))
}

function pinnedOf(db: Db, board_id: number, level: number) {
  return lists(db, `${board_id} pinned`, () => listedPinned(db, { me: '', board_id }, { level }))
}

const everyone = { isGuest: true, isModerator: false, hasBlocks: false, tagged: 'any', isAfter: false, most: listedMost } as const

const listedThreads = prepared(
  'list of threads',
  (
    db,
    slots: Slots<{ me: string; board_id: number; tag: string; value: number; id: number }>,
    flags: Pick<ListFlags, 'level' | 'sort' | 'hasHead'>,
  ) =>
    threadsInOrder(db, slots, { ...flags, ...everyone })
      .clearSelect()
      .select(['threads.thread_id', 'threads.author_id', sql<number>`${sql.ref(`threads.${orders[flags.sort]}`)}`.as('value')]),
)

const listedPinned = prepared(
  'list of pinned threads',
  (db, slots: Slots<{ me: string; board_id: number }>, { level }: { level: number }) =>
    pinnedIn(db, slots, { level, isGuest: true, isModerator: false, hasBlocks: false })
      .clearSelect()
      .select(['threads.thread_id', 'threads.author_id', sql<number>`0`.as('value')]),
)

/** In the order of the ids. Undefined if one of them is gone: it was, after the list was read. */
async function threadsOf(db: Db, ids: readonly number[]): Promise<SharedThread[] | undefined> {
  let missing: Promise<ReadonlyMap<number, ThreadListRow>> | undefined
  const unread: number[] = []
  const requested = ids.map((id) =>
    rows(db, String(id), async () => {
      unread.push(id)
      // All that are missing are read together.
      await Promise.resolve()
      missing ??= threadsByIds(db, guest, unread).then((read) => new Map(read.map((row) => [row.thread_id, row])))
      const row = (await missing).get(id)
      return row ? { row, texts: new Map<number, string>() } : null
    }),
  )
  const threads: (SharedThread | null)[] = []
  for (const thread of requested) threads.push(thread instanceof Promise ? await thread : thread)
  const present = threads.filter((thread) => thread !== null)
  return present.length === ids.length ? present : undefined
}

const noThreads: Own = new Map()
const nothing: OwnOfThread = { my_replies: null, read_floor: null, walled: 0, is_liked: 0, is_favorite: 0 }

/** The asker's own values, by thread; null if there are too many. */
async function ownThreads(db: Db, asker: Asker, blocked: ReadonlySet<string>): Promise<Own | null> {
  if (asker.user_id === '') return noThreads
  return owns(db, asker.user_id, async () => {
    const values = { me: asker.user_id, blocked: padded([...blocked]) }
    const read = await ownRows(db, values, { hasBlocks: blocked.size > 0 })
    if (read.length > ownMost) return null
    const own = new Map<number, OwnOfThread>()
    for (const { what, thread_id, value, floor } of read) {
      const before = own.get(thread_id) ?? nothing
      own.set(thread_id, { ...before, ...ownOf[what](value, { floor, before }) })
    }
    return own
  })
}

/** Few lengths make few statements. An id that no user has fills the rest. */
function padded(ids: readonly string[]): string[] {
  let length = 1
  while (length < ids.length) length *= 4
  return Array.from({ length }, (_, at) => ids[at] ?? '-')
}

type What = 'reader' | 'like' | 'favorite' | 'blocked'
type OwnBefore = { floor: number; before: OwnOfThread }

const ownOf: Record<What, (value: number, row: OwnBefore) => Partial<OwnOfThread>> = {
  reader: (value, { floor }) => ({ my_replies: value, read_floor: floor }),
  like: () => ({ is_liked: 1 }),
  favorite: () => ({ is_favorite: 1 }),
  blocked: (value, { before }) => ({ walled: before.walled + value }),
}

const ownRows = prepared(
  'own of threads',
  (db, { me, blocked }: Slots<{ me: string; blocked: readonly string[] }>, { hasBlocks }: { hasBlocks: boolean }) => {
    const zero = sql<number>`0`
    const own = db
      .selectFrom('thread_people')
      .select([sql<What>`'reader'`.as('what'), 'thread_id', 'replies as value', 'read_floor as floor'])
      .where('user_id', '=', me)
      .unionAll(
        db
          .selectFrom('likes')
          .select([sql<What>`'like'`.as('what'), 'thread_id', zero.as('value'), 'floor'])
          .where('user_id', '=', me)
          .where('floor', '=', sql.lit(0)),
      )
      .unionAll(
        db
          .selectFrom('favorites')
          .select([
            sql<What>`'favorite'`.as('what'),
            sql<number>`cast(thing_id as bigint)`.as('thread_id'),
            zero.as('value'),
            zero.as('floor'),
          ])
          .where('user_id', '=', me)
          .where('type', '=', 'thread'),
      )
    const limit = sql.lit(ownMost + 1)
    if (!hasBlocks) return own.limit(limit)
    return own
      .unionAll(
        db
          .selectFrom('thread_people')
          .select([sql<What>`'blocked'`.as('what'), 'thread_id', 'replies as value', zero.as('floor')])
          .where('replies', '>', sql.lit(0))
          .where(sql<boolean>`thread_people.user_id in (${sql.join(blocked)})`),
      )
      .limit(limit)
  },
)

const readRow = outputReader(ThreadRow)

/** A text for each of what askers see differently: likes, favourites, whether it is new to them, and how many replies they see. */
function textOf({ asker, now, own }: { asker: Asker; now: number; own: Own }, { row, texts }: SharedThread): string {
  const ownRow = own.get(row.thread_id) ?? nothing
  const isUnread = isNew(row, asker, { now, read_floor: ownRow.read_floor })
  const flags = (ownRow.is_liked === 1 ? 1 : 0) + (ownRow.is_favorite === 1 ? 2 : 0) + (isUnread ? 4 : 0)
  const variant = visibleReplyCount(asker, row, ownRow) * 8 + flags
  const existing = texts.get(variant)
  if (existing !== undefined) return existing
  const text = JSON.stringify(readRow(toThreadRow({ ...row, ...ownRow }, asker, now)))
  if (texts.size >= textsMost) texts.clear()
  texts.set(variant, text)
  return text
}

const textsMost = 16
