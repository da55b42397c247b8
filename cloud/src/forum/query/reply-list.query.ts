/** Replies of a thread by floor, as the asker may see them: blocked people's and author-only replies are left out (P17). */
import type { Reply, ReplyRef } from '@homeport/contract/forum.ts'
import { sql } from 'kysely'
import { blockedIds, notBlocked } from '../../shared/block.store.ts'
import type { Db } from '../../kit/db.ts'
import { personOf } from '../../shared/person.ts'
import { limitFor, prepared, type Slots } from '../../kit/db/prepared.ts'
import { invalid } from '../../kit/refusal.ts'
import type { Asker } from '../post/viewer.ts'
import { visibleReplyCount, seconds, seesAllReplies, type ThreadListRow } from './thread-list.query.ts'
import { formatPostId, type PostRef } from '@homeport/contract/shape/post-id.ts'
import { excerptOfReply } from '../post/plain-text.ts'

type Thread = Pick<ThreadListRow, 'thread_id' | 'author_id' | 'author_only'>
type ReplyQuery = { isNewestFirst: boolean; of_author: boolean; floor: number; cursor: string; limit: number }
type ReplyPage = { data: Reply[]; prev: string; next: string; total: number }

/** A cursor is `n` (next) or `p` (previous) and a floor. */
export async function repliesOf(
  db: Db,
  asker: Asker,
  { thread, ...query }: ReplyQuery & { thread: ThreadListRow },
): Promise<ReplyPage> {
  const { isNewestFirst, of_author, floor, cursor, limit } = query
  const at = readCursor(cursor)
  const isBack = at?.side === 'p'
  // Previous pages are read in reverse order and then reversed.
  const isDown = isNewestFirst !== isBack
  const scope = { thread, of_author }
  const rows = await replyPage(
    db,
    { ...scopeValues(asker, scope), floor: at?.floor ?? floor },
    { ...scopeFlags(asker, scope), most: limitFor(limit + 1), isDown, side: at ? 'after' : floor > 0 ? 'from' : 'all' },
  )
  const shown = isBack ? rows.slice(0, limit).reverse() : rows.slice(0, limit)
  const ends = { at, isMore: rows.length > limit, hasBefore: (shown[0]?.before ?? null) !== null }
  const refs = await refsOf(db, asker, { thread, rows: shown })
  return {
    data: shown.map((row) => replyOf(row, thread, refs)),
    ...pageEnds(
      shown.map((row) => row.floor),
      ends,
    ),
    total: of_author ? thread.author_replies : visibleReplyCount(asker, thread),
  }
}

type Place = { side: 'n' | 'p'; floor: number }

/** The cursors of the pages before and after the floors of one. isMore: the page was read on to its end and goes on; hasBefore: a reply stands before a page that began in the middle. */
function pageEnds(
  floors: readonly number[],
  { at, isMore, hasBefore }: { at: Place | undefined; isMore: boolean; hasBefore: boolean },
): { prev: string; next: string } {
  const [first, last] = [floors[0], floors.at(-1)]
  if (first === undefined || last === undefined) return { prev: '', next: '' }
  const isBack = at?.side === 'p'
  const isAfterOthers = isBack ? isMore : at !== undefined || hasBefore
  return { prev: isAfterOthers ? `p${first}` : '', next: isBack || isMore ? `n${last}` : '' }
}

export async function replyAt(
  db: Db,
  asker: Asker,
  { thread, floor }: { thread: Thread; floor: number },
): Promise<Reply | undefined> {
  const scope = { thread, of_author: false }
  const [row] = await repliesOnFloors(db, { ...scopeValues(asker, scope), floors: [floor] }, scopeFlags(asker, scope))
  return row && replyOf(row, thread, await refsOf(db, asker, { thread, rows: [row] }))
}

/** True if the reply exists and the asker may see it. */
export async function isReplyVisible(
  db: Db,
  asker: Asker,
  { thread, floor }: { thread: Thread; floor: number },
): Promise<boolean> {
  const reply = await replyAt(db, asker, { thread, floor })
  return reply !== undefined && !reply.is_removed
}

/** The last floor that the asker may see, 0 for none. */
export async function lastVisibleFloor(db: Db, asker: Asker, thread: Thread): Promise<number> {
  const scope = { thread, of_author: false }
  const [row] = await lastReply(db, scopeValues(asker, scope), scopeFlags(asker, scope))
  return row?.floor ?? 0
}

/** For moderators: the text of a reply, hidden or not; undefined if its author removed it. */
export async function replyText(db: Db, { thread_id, floor }: PostRef) {
  return db
    .selectFrom('replies')
    .leftJoin('users', 'users.user_id', 'replies.author_id')
    .select(['replies.text', 'replies.is_hidden', 'replies.author_id', 'users.username', 'users.nickname', 'users.avatar'])
    .where('replies.thread_id', '=', thread_id)
    .where('replies.floor', '=', floor)
    .where('replies.is_removed', '=', 0)
    .executeTakeFirst()
}

/** A person's own replies, latest first, in threads that the asker may see. */
export async function repliesOfPerson(
  db: Db,
  asker: Asker,
  { user_id, cursor, limit }: { user_id: string; cursor: string; limit: number },
): Promise<{ data: (Reply & { thread_title: string })[]; next: string }> {
  const [, at = '', inThread = '', before = ''] =
    cursor === '' ? [] : (/^(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? wrongCursor())
  const isOwn = user_id === asker.user_id && user_id !== ''
  const rows = await db
    .selectFrom('replies')
    .innerJoin('threads', 'threads.thread_id', 'replies.thread_id')
    .leftJoin('users', 'users.user_id', 'replies.author_id')
    .leftJoin('likes', (on) =>
      on
        .onRef('likes.thread_id', '=', 'replies.thread_id')
        .onRef('likes.floor', '=', 'replies.floor')
        .on('likes.user_id', '=', asker.user_id),
    )
    .select(replyColumns)
    .select(['users.username', 'users.nickname', 'users.avatar', 'likes.since as liked_at'])
    .select(['threads.title as thread_title', 'threads.author_id as thread_author', 'threads.author_only'])
    .where('replies.author_id', '=', user_id)
    .where('replies.is_removed', '=', 0)
    .where('replies.is_hidden', '=', 0)
    .where('threads.is_listed', '=', 1)
    .$if(asker.hasBlocks, (of) => of.where(sql<boolean>`threads.author_id not in (${blockedIds(asker.user_id)})`))
    .$if(!isOwn && !asker.isModerator, (of) =>
      of.where((eb) =>
        eb.or([
          eb('threads.author_only', '=', 0),
          eb('threads.author_id', '=', eb.ref('replies.author_id')),
          eb('threads.author_id', '=', asker.user_id === '' ? '-' : asker.user_id),
        ]),
      ),
    )
    .$if(cursor !== '', (of) =>
      of.where(
        sql<boolean>`(replies.created_at, replies.thread_id, replies.floor) < (${Number(at)}, ${Number(inThread)}, ${Number(before)})`,
      ),
    )
    .orderBy('replies.created_at', 'desc')
    .orderBy('replies.thread_id', 'desc')
    .orderBy('replies.floor', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const data = shown.map((row) => ({
    ...replyOf(row, { ...row, author_id: row.thread_author }, new Map<number, ReplyRef>()),
    thread_title: row.thread_title,
  }))
  return { data, next: rows.length > limit && last ? `${last.created_at}.${last.thread_id}.${last.floor}` : '' }
}

const replyColumns = [
  'replies.thread_id',
  'replies.floor',
  'replies.author_id',
  'replies.text',
  'replies.to_floor',
  'replies.quote_floor',
  'replies.likes',
  'replies.is_hidden',
  'replies.is_removed',
  'replies.created_at',
  'replies.edited_at',
] as const

type ReplyFound = Awaited<ReturnType<ReturnType<typeof selectReplies>['execute']>>[number]

type Scope = { thread: Thread; of_author: boolean }
type ScopeValues = { me: string; author_id: string; thread_id: number }
type ScopeFlags = { of_author: boolean; seesAll: boolean; hasBlocks: boolean }

/** An id that no user has. */
const nobody = '-'

/** An erased author's are nobody's, and a guest likes nothing. */
function scopeValues(asker: Asker, { thread }: Scope): ScopeValues {
  return { me: asker.user_id || nobody, author_id: thread.author_id || nobody, thread_id: thread.thread_id }
}

function scopeFlags(asker: Asker, { thread, of_author }: Scope): ScopeFlags {
  return { of_author, seesAll: seesAllReplies(asker, thread), hasBlocks: asker.hasBlocks }
}

function selectReplies(db: Db, { me, author_id, thread_id }: Slots<ScopeValues>, { of_author, seesAll, hasBlocks }: ScopeFlags) {
  return db
    .selectFrom('replies')
    .leftJoin('users', 'users.user_id', 'replies.author_id')
    .leftJoin('likes', (on) =>
      on
        .onRef('likes.thread_id', '=', 'replies.thread_id')
        .onRef('likes.floor', '=', 'replies.floor')
        .on('likes.user_id', '=', me),
    )
    .select(replyColumns)
    .select(['users.username', 'users.nickname', 'users.avatar', 'likes.since as liked_at'])
    .where('replies.thread_id', '=', thread_id)
    .$if(of_author, (of) => of.where('replies.author_id', '=', author_id))
    .$if(!seesAll, (of) => of.where('replies.author_id', 'in', [author_id, me]))
    .$if(hasBlocks, (of) => of.where(notBlocked(db, me, sql.ref('replies.author_id'))))
}

/** Floors alone, of the same replies. */
function selectFloors(db: Db, { me, author_id, thread_id }: Slots<ScopeValues>, { of_author, seesAll, hasBlocks }: ScopeFlags) {
  return db
    .selectFrom('replies as before')
    .select('before.floor')
    .where('before.thread_id', '=', thread_id)
    .$if(of_author, (of) => of.where('before.author_id', '=', author_id))
    .$if(!seesAll, (of) => of.where('before.author_id', 'in', [author_id, me]))
    .$if(hasBlocks, (of) => of.where(notBlocked(db, me, sql.ref('before.author_id'))))
}

type Side = 'all' | 'from' | 'after'

const replyPage = prepared(
  'page of replies',
  (
    db,
    slots: Slots<ScopeValues & { floor: number }>,
    { isDown, side, most, ...scope }: ScopeFlags & { isDown: boolean; side: Side; most: number },
  ) =>
    selectReplies(db, slots, scope)
      .$if(side === 'after', (of) => of.where('replies.floor', isDown ? '<' : '>', slots.floor))
      .$if(side === 'from', (of) => of.where('replies.floor', isDown ? '<=' : '>=', slots.floor))
      .select(
        // A page that begins in the middle reads the nearest floor before it too, in the same query.
        side === 'from'
          ? selectFloors(db, slots, scope)
              .where('before.floor', isDown ? '>' : '<', slots.floor)
              .orderBy('before.floor', isDown ? 'asc' : 'desc')
              .limit(sql.lit(1))
              .as('before')
          : sql<null>`null`.as('before'),
      )
      .orderBy('replies.floor', isDown ? 'desc' : 'asc')
      .limit(sql.lit(most)),
)

const repliesOnFloors = prepared(
  'replies on floors',
  (db, slots: Slots<ScopeValues & { floors: readonly number[] }>, flags: ScopeFlags) =>
    selectReplies(db, slots, flags).where(sql<boolean>`replies.floor in (${sql.join(slots.floors)})`),
)

const lastReply = prepared('last reply', (db, slots: Slots<ScopeValues>, flags: ScopeFlags) =>
  selectReplies(db, slots, flags).orderBy('replies.floor', 'desc').limit(sql.lit(1)),
)

/** The replies that the rows answer or quote, if the asker may see them. */
async function refsOf(
  db: Db,
  asker: Asker,
  { thread, rows }: { thread: Thread; rows: readonly ReplyFound[] },
): Promise<Map<number, ReplyRef>> {
  const floors = [...new Set(rows.flatMap(({ to_floor, quote_floor }) => [to_floor, quote_floor]))].filter((floor) => floor > 0)
  if (floors.length === 0) return new Map()
  const rowsByFloor = new Map(rows.map((row) => [row.floor, row]))
  const missing = floors.filter((floor) => !rowsByFloor.has(floor))
  const scope = { thread, of_author: false }
  const others =
    missing.length === 0
      ? []
      : await repliesOnFloors(db, { ...scopeValues(asker, scope), floors: missing }, scopeFlags(asker, scope))
  for (const row of others) rowsByFloor.set(row.floor, row)
  return new Map(
    floors.flatMap((floor): [number, ReplyRef][] => {
      const row = rowsByFloor.get(floor)
      return row ? [[floor, refOf(row)]] : []
    }),
  )
}

function refOf(row: ReplyFound): ReplyRef {
  const isGone = isAway(row)
  return {
    id: formatPostId(row),
    floor: row.floor,
    author: isGone ? null : personOf(row),
    excerpt: isGone ? '' : excerptOfReply(row.text),
  }
}

function replyOf(row: ReplyFound, thread: Pick<Thread, 'author_id'>, refs: ReadonlyMap<number, ReplyRef>): Reply {
  const isGone = isAway(row)
  return {
    id: formatPostId(row),
    thread_id: String(row.thread_id),
    floor: row.floor,
    author: isGone ? null : personOf(row),
    text: isGone ? '' : row.text,
    to: isGone ? null : (refs.get(row.to_floor) ?? null),
    quote: isGone ? null : (refs.get(row.quote_floor) ?? null),
    likes: isGone ? 0 : row.likes,
    is_liked: !isGone && row.liked_at !== null,
    is_removed: isGone,
    is_thread_author: !isGone && row.author_id !== '' && row.author_id === thread.author_id,
    created_at: seconds(row.created_at),
    edited_at: isGone || row.edited_at === 0 ? null : seconds(row.edited_at),
  }
}

function isAway({ is_removed, is_hidden }: { is_removed: number; is_hidden: number }): boolean {
  return is_removed === 1 || is_hidden === 1
}

function readCursor(cursor: string): Place | undefined {
  if (cursor === '') return undefined
  const [, side, floor] = /^([np])(\d{1,9})$/.exec(cursor) ?? wrongCursor()
  return { side: side === 'p' ? 'p' : 'n', floor: Number(floor) }
}

function wrongCursor(): never {
  throw invalid('cursor')
}
