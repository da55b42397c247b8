/**
 * Pages of replies for many readers between two writes: the replies are read once for all, in chunks of a thread, and kept as JSON text; what is the asker's
 * own (likes, blocks) is added for each. What an asker may see is the same as in reply-list.query.ts, and compared with it by a test.
 */
import { Reply } from '@homeport/contract/forum.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { requestCounter, sharedValues } from '../../kit/db/shared-values.ts'
import { JsonText } from '../../kit/json-text.ts'
import { outputReader } from '../../kit/output.ts'
import { blockedPeople } from '../model/blocked-people.query.ts'
import type { Asker } from '../post/asker.ts'
import { pageEnds, readCursor, refOf, replyColumns, replyOf, type ReplyQuery, type ReplyWithAuthor } from './reply-list.query.ts'
import { seesAllReplies, visibleReplyCount, type ThreadListRow } from './thread-list.query.ts'

const chunkFloors = 40
/** Chunks of about 20 kB each. */
const chunksMost = 300
/** Chunks that are read for one page: if it needs more, too much is hidden from the asker. */
const chunksOfPage = 8
/** An asker who likes more replies of a thread gets pages that are read for them alone. */
const likesMost = 200
const likersMost = 1_000

type SharedReply = { row: ReplyWithAuthor; texts: (string | undefined)[] }
/** By floor, beginning with the chunk's first one. */
type Chunk = readonly (SharedReply | undefined)[]

const chunks = sharedValues<Chunk>(chunksMost)
const likes = sharedValues<ReadonlySet<number> | null>(likersMost)
const isRequestedOften = requestCounter()

/** Undefined if the page has to be read for this asker alone: a part of a thread with few readers since the last write, a thread of which the asker sees a part. */
export async function sharedReplyPage(
  db: Db,
  asker: Asker,
  { thread, ...query }: ReplyQuery & { thread: ThreadListRow },
): Promise<JsonText | undefined> {
  if (query.of_author || !seesAllReplies(asker, thread)) return undefined
  const at = readCursor(query.cursor)
  const isBack = at?.side === 'p'
  const step = query.isNewestFirst === isBack ? 1 : -1
  const edge = step > 0 ? 1 : thread.last_floor
  const start = at ? at.floor + step : query.floor > 0 ? query.floor : edge
  if (!isRequestedOften(db, `${thread.thread_id}-${firstOf(start)}`)) return undefined
  const liked = await likedFloors(db, asker, thread)
  const blocked = await blockedPeople(db, asker)
  if (!liked || !blocked) return undefined
  const reader = { db, thread, liked, isSeen: ({ row }: SharedReply) => !blocked.has(row.author_id) }
  const replies = await walk(reader, { start, step, most: query.limit + 1 })
  if (!replies) return undefined
  const shown = replies.slice(0, query.limit)
  if (isBack) shown.reverse()
  const isFromMiddle = !at && query.floor > 0
  const before = isFromMiddle && shown.length > 0 ? await walk(reader, { start: start - step, step: -step, most: 1 }) : []
  if (!before) return undefined
  const { prev, next } = pageEnds(
    shown.map(({ row }) => row.floor),
    { at, isMore: replies.length > query.limit, hasBefore: before.length > 0 },
  )
  let data = ''
  for (const reply of shown) data += (data === '' ? '' : ',') + (textOf(reader, reply) ?? (await writeText(reader, reply)))
  const total = visibleReplyCount(asker, thread)
  return new JsonText(`{"data":[${data}],"next":${JSON.stringify(next)},"prev":${JSON.stringify(prev)},"total":${total}}`)
}

type Reader = { db: Db; thread: ThreadListRow; liked: ReadonlySet<number>; isSeen: (reply: SharedReply) => boolean }

/** The replies that are seen, up to `most`, from a floor on; undefined if too many are not. */
async function walk(
  { db, thread, isSeen }: Reader,
  { start, step, most }: { start: number; step: number; most: number },
): Promise<SharedReply[] | undefined> {
  const replies: SharedReply[] = []
  const isInThread = (floor: number) => floor >= 1 && floor <= thread.last_floor
  // A cursor may name a floor beyond the end.
  let floor = step < 0 ? Math.min(start, thread.last_floor) : start
  for (let read = 0; isInThread(floor) && replies.length < most; read += 1) {
    if (read >= chunksOfPage) return undefined
    const first = firstOf(floor)
    const chunk = await chunkAt(db, thread.thread_id, first)
    for (; isInThread(floor) && firstOf(floor) === first && replies.length < most; floor += step) {
      const reply = chunk[floor - first]
      if (reply && isSeen(reply)) replies.push(reply)
    }
  }
  return replies
}

const firstOf = (floor: number) => floor - ((floor - 1) % chunkFloors)

function chunkAt(db: Db, thread_id: number, first: number): Chunk | Promise<Chunk> {
  return chunks(db, `${thread_id}-${first}`, async () => {
    const chunk: (SharedReply | undefined)[] = Array.from({ length: chunkFloors }, () => undefined)
    const rows = await repliesBetween(db, { thread_id, first, last: first + chunkFloors - 1 })
    for (const row of rows) chunk[row.floor - first] = { row, texts: [] }
    return chunk
  })
}

const repliesBetween = prepared(
  'replies between floors',
  (db, { thread_id, first, last }: Slots<{ thread_id: number; first: number; last: number }>) =>
    db
      .selectFrom('replies')
      .leftJoin('users', 'users.user_id', 'replies.author_id')
      .select(replyColumns)
      .select(['users.username', 'users.nickname', 'users.avatar'])
      .where('replies.thread_id', '=', thread_id)
      .where('replies.floor', '>=', first)
      .where('replies.floor', '<=', last),
)

const noLikes: ReadonlySet<number> = new Set()

/** Null if there are too many. */
async function likedFloors(db: Db, asker: Asker, { thread_id }: ThreadListRow): Promise<ReadonlySet<number> | null> {
  if (asker.user_id === '') return noLikes
  return likes(db, `${thread_id}\n${asker.user_id}`, async () => {
    const rows = await likedReplies(db, { me: asker.user_id, thread_id })
    return rows.length > likesMost ? null : new Set(rows.map(({ floor }) => floor))
  })
}

const likedReplies = prepared('liked replies', (db, { me, thread_id }: Slots<{ me: string; thread_id: number }>) =>
  db
    .selectFrom('likes')
    .select('floor')
    .where('user_id', '=', me)
    .where('thread_id', '=', thread_id)
    .limit(sql.lit(likesMost + 1)),
)

/** Undefined while the text is not written, or hangs on a reply that is quoted or answered: whether the asker sees it is not known yet. */
function textOf({ liked }: Reader, { row, texts }: SharedReply): string | undefined {
  return row.to_floor === 0 && row.quote_floor === 0 ? texts[liked.has(row.floor) ? 1 : 0] : undefined
}

const readReply = outputReader(Reply)

/** A text for each of what askers see differently: their like, and whether they see the replies that this one answers and quotes. */
async function writeText(reader: Reader, { row, texts }: SharedReply): Promise<string> {
  const { thread, liked } = reader
  const isLiked = liked.has(row.floor)
  const to = await seenAt(reader, row.to_floor)
  const quote = await seenAt(reader, row.quote_floor)
  const variant = (isLiked ? 1 : 0) + (to ? 2 : 0) + (quote ? 4 : 0)
  const existing = texts[variant]
  if (existing !== undefined) return existing
  const refs = new Map([to, quote].flatMap((reply) => (reply ? [[reply.row.floor, refOf(reply.row)]] : [])))
  const text = JSON.stringify(readReply(replyOf({ ...row, liked_at: isLiked ? 1 : null }, thread, refs)))
  texts[variant] = text
  return text
}

async function seenAt({ db, thread, isSeen }: Reader, floor: number): Promise<SharedReply | undefined> {
  if (floor === 0) return undefined
  const first = firstOf(floor)
  const reply = (await chunkAt(db, thread.thread_id, first))[floor - first]
  return reply && isSeen(reply) ? reply : undefined
}
