/** Thread rows for lists, as the asker sees them, in one query: visible counts (P17), the asker's likes, favourites and read position. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { sql, type Expression } from 'kysely'
import { blockedIds, notBlocked } from '../../shared/block.store.ts'
import type { Db } from '../../kit/db.ts'
import { personOf } from '../../shared/person.ts'
import { isPostgres, prepared, type Slots } from '../../kit/db/prepared.ts'
import { askerFlags, type Asker, type AskerFlags } from '../post/viewer.ts'
import { imagesIn, tagsIn } from '../model/post-columns.ts'

/** A thread that the user never opened counts as new for this long. */
const newForMs = 14 * 24 * 60 * 60_000

const columns = [
  'threads.thread_id',
  'threads.author_id',
  'threads.board_id',
  'threads.title',
  'threads.excerpt',
  'threads.tags',
  'threads.images',
  'threads.author_only',
  'threads.last_floor',
  'threads.author_floor',
  'threads.replies',
  'threads.author_replies',
  'threads.likes',
  'threads.favorites',
  'threads.views',
  'threads.is_pinned',
  'threads.is_featured',
  'threads.is_locked',
  'threads.is_listed',
  'threads.created_at',
  'threads.active_at',
  'threads.hot',
] as const

export type ThreadListRow = Awaited<ReturnType<ReturnType<typeof selectThreads>['execute']>>[number]

/** Listed threads without those hidden by a block; the calling code orders and limits. me: the asker's id. `withHidden` adds hidden ones, for moderators. */
export function selectThreads(
  db: Db,
  me: Expression<string>,
  { withHidden = false, ...flags }: AskerFlags & { withHidden?: boolean },
) {
  return db
    .selectFrom('threads')
    .leftJoin('users', 'users.user_id', 'threads.author_id')
    .leftJoin('thread_people as mine', (on) => on.onRef('mine.thread_id', '=', 'threads.thread_id').on('mine.user_id', '=', me))
    .select(columns)
    .select(['users.username', 'users.nickname', 'users.avatar', 'mine.replies as my_replies', 'mine.read_floor'])
    .select([
      isLiked(me, flags).as('is_liked'),
      isFavorite(me, flags).as('is_favorite'),
      hiddenReplies(db, me, flags).as('walled'),
    ])
    .$if(!withHidden, (query) => query.where('threads.is_listed', '=', sql.lit(1)))
    .$if(flags.hasBlocks, (query) => query.where(notBlocked(db, me, sql.ref('threads.author_id'))))
}

/** In the order of the ids; threads that the asker may not see are left out. */
export async function threadsByIds(db: Db, asker: Asker, ids: readonly number[]): Promise<ThreadListRow[]> {
  if (ids.length === 0) return []
  const rows = await threadsIn(db, { me: asker.user_id, ids }, askerFlags(asker))
  const byId = new Map(rows.map((row) => [row.thread_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const threadsIn = prepared(
  'threads by ids',
  (db, { me, ids }: Slots<{ me: string; ids: readonly number[] }>, flags: AskerFlags) =>
    selectThreads(db, me, flags).where(sql<boolean>`threads.thread_id in (${sql.join(ids)})`),
)

/** All replies are visible to the author and to moderators; to everyone if the thread is not author-only. */
export function seesAllReplies(asker: Asker, thread: { author_only: number; author_id: string }): boolean {
  return thread.author_only === 0 || asker.isModerator || (asker.user_id !== '' && thread.author_id === asker.user_id)
}

export function visibleReplyCount(asker: Asker, row: ThreadListRow): number {
  if (seesAllReplies(asker, row)) return row.replies - row.walled
  return row.author_replies + (row.my_replies ?? 0)
}

export function toThreadRow(row: ThreadListRow, asker: Asker, now: number): ThreadRow {
  return {
    id: String(row.thread_id),
    board_id: row.board_id,
    title: row.title,
    excerpt: row.excerpt,
    author: personOf(row),
    tags: tagsIn(row),
    images: imagesIn(row),
    replies: visibleReplyCount(asker, row),
    likes: row.likes,
    favorites: row.favorites,
    views: row.views,
    is_pinned: row.is_pinned === 1,
    is_featured: row.is_featured === 1,
    is_locked: row.is_locked === 1,
    is_liked: row.is_liked === 1,
    is_favorite: row.is_favorite === 1,
    is_new: isNew(row, asker, now),
    created_at: seconds(row.created_at),
    active_at: seconds(row.active_at),
  }
}

export function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function isNew(row: ThreadListRow, asker: Asker, now: number): boolean {
  if (asker.user_id === '') return false
  if (row.read_floor === null) return row.author_id !== asker.user_id && row.created_at > now - newForMs
  const last = seesAllReplies(asker, row) ? row.last_floor : row.author_floor
  return last > row.read_floor
}

function isLiked(me: Expression<string>, { isGuest }: AskerFlags) {
  if (isGuest) return sql<number>`0`
  return sql<number>`coalesce((select 1 from likes where likes.thread_id = threads.thread_id and likes.floor = 0 and likes.user_id = ${me}), 0)`
}

function isFavorite(me: Expression<string>, { isGuest }: AskerFlags) {
  if (isGuest) return sql<number>`0`
  return sql<number>`coalesce((select 1 from favorites where favorites.user_id = ${me} and favorites.type = 'thread'
    and favorites.thing_id = cast(threads.thread_id as text)), 0)`
}

/** The number of the thread's replies hidden by a block: none of a thread without replies. PostgreSQL reads the few blocked people once only if they are an array. */
function hiddenReplies(db: Db, me: Expression<string>, { hasBlocks }: AskerFlags) {
  if (!hasBlocks) return sql<number>`0`
  const isHidden = isPostgres(db)
    ? sql`theirs.user_id = any (array(${blockedIds(me)}))`
    : sql`theirs.user_id in (${blockedIds(me)})`
  return sql<number>`case when threads.replies = 0 then 0 else coalesce((select sum(theirs.replies) from thread_people as theirs
    where theirs.thread_id = threads.thread_id and ${isHidden}), 0) end`
}
