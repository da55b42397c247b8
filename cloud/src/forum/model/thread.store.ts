/**
 * One thread: create, edit, list and remove. All its counters change in the same transaction, while the thread is locked (P40). open_replies counts the replies
 * that everyone may see: in an author-only thread only the author's own (P17).
 */
import type { Db, Trx } from '../../kit/db.ts'
import { addToBoardCount } from './board.store.ts'
import { addToCounters } from './person.store.ts'
import {
  blankDetailColumns,
  tagsIn,
  toDetailColumns,
  toOptionColumns,
  type DetailColumns,
  type OptionColumns,
  type PostContent,
} from './post-columns.ts'
import { setTags } from './tag.store.ts'
import { excerptOfPost } from '../post/plain-text.ts'
import { unindexThread, indexThread } from '../search-index/thread-index.store.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    threads: ThreadColumns
    forum_ids: { name: string; last: number }
  }
}

export type ThreadColumns = DetailColumns &
  OptionColumns & {
    thread_id: number
    /** Id made by the author's device. */
    sender_id: string
    author_id: string
    board_id: number
    board_1: number
    board_2: number
    board_3: number
    title: string
    content: string
    excerpt: string
    /** JSON. */
    tags: string
    /** JSON. */
    images: string
    /** The last floor when the thread became author-only. */
    author_only_from: number
    last_floor: number
    author_floor: number
    replies: number
    author_replies: number
    open_replies: number
    likes: number
    favorites: number
    views: number
    is_pinned: number
    is_featured: number
    is_locked: number
    /** 0: hidden or removed. */
    is_listed: number
    is_removed: number
    /** ms. */
    created_at: number
    /** Time of the last reply that everyone may see, ms. */
    active_at: number
    /** ms; 0 for never. */
    edited_at: number
    hot: number
  }

export type BoardPath = Pick<ThreadColumns, 'board_id' | 'board_1' | 'board_2' | 'board_3'>

/** Ten times the reactions are worth this much time (docs/decisions/018). */
const tenfoldMs = 36 * 60 * 60_000

export function hotOf({
  created_at,
  likes,
  favorites,
  open_replies,
}: Pick<ThreadColumns, 'created_at' | 'likes' | 'favorites' | 'open_replies'>): number {
  return Math.round(created_at + tenfoldMs * Math.log10(1 + 2 * likes + 2 * favorites + 3 * open_replies))
}

/** Hidden and removed threads count too. */
export async function hasThreads(db: Db): Promise<boolean> {
  return (await db.selectFrom('threads').select('thread_id').limit(1).executeTakeFirst()) !== undefined
}

/** Finds a thread by the id that its author's device made; undefined if there is none. */
export async function threadBySenderId(db: Db, author_id: string, sender_id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('threads')
    .select('thread_id')
    .where('author_id', '=', author_id)
    .where('sender_id', '=', sender_id)
    .executeTakeFirst()
  return row?.thread_id
}

/** Call with the member locked. Ids increase in the order in which threads become visible. */
export async function addThread(
  trx: Trx,
  { author_id, sender_id, boardPath, ...written }: PostContent & { author_id: string; sender_id: string; boardPath: BoardPath },
  now: number,
): Promise<number> {
  const thread_id = await nextId(trx)
  const row: ThreadColumns = {
    thread_id,
    sender_id,
    author_id,
    ...boardPath,
    ...columnsOf(written),
    author_only_from: 0,
    last_floor: 0,
    author_floor: 0,
    replies: 0,
    author_replies: 0,
    open_replies: 0,
    likes: 0,
    favorites: 0,
    views: 0,
    is_pinned: 0,
    is_featured: 0,
    is_locked: 0,
    is_listed: 1,
    is_removed: 0,
    created_at: now,
    active_at: now,
    edited_at: 0,
    hot: now,
  }
  await trx.insertInto('threads').values(row).execute()
  await addToBoardCount(trx, boardPath.board_id, { threads: 1, posts: 1 })
  await setTags(trx, { thread_id, before: [], tags: written.tags })
  await indexThread(trx, { thread_id, ...boardPath, ...written })
  await addToCounters(trx, author_id, { posts: 1 })
  return thread_id
}

/** Locks the thread until the transaction ends; undefined if there is none. */
export async function lockThread(trx: Trx, threadId: number): Promise<ThreadColumns | undefined> {
  return trx
    .updateTable('threads')
    .set((row) => ({ views: row.ref('views') }))
    .where('thread_id', '=', threadId)
    .returningAll()
    .executeTakeFirst()
}

/** Call after lockThread with its `row`. The board counts the visible replies; code that lists or moves the thread updates the board's counts itself. */
export async function setThread(trx: Trx, row: ThreadColumns, changes: Partial<ThreadColumns>): Promise<ThreadColumns> {
  const next = { ...row, ...changes }
  next.open_replies = next.author_only === 1 ? next.author_replies : next.replies
  next.hot = hotOf(next)
  await trx
    .updateTable('threads')
    .set({ ...changes, open_replies: next.open_replies, hot: next.hot })
    .where('thread_id', '=', row.thread_id)
    .execute()
  const isStillListed = next.is_listed === 1 && row.is_listed === 1 && next.board_id === row.board_id
  if (isStillListed) await addToBoardCount(trx, row.board_id, { threads: 0, posts: next.open_replies - row.open_replies })
  return next
}

/** Call after lockThread. The calling code saves the previous version. */
export async function rewrite(
  trx: Trx,
  row: ThreadColumns,
  { boardPath, now, ...written }: PostContent & { boardPath: BoardPath; now: number },
): Promise<void> {
  const isListed = row.is_listed === 1
  const begins = written.options.author_only && row.author_only === 0
  const changes = { ...boardPath, ...columnsOf(written), ...(begins && { author_only_from: row.last_floor }), edited_at: now }
  const next = await setThread(trx, row, changes)
  if (isListed && boardPath.board_id !== row.board_id) {
    const moves = [
      { board_id: row.board_id, threads: -1, posts: -1 - row.open_replies },
      { board_id: boardPath.board_id, threads: 1, posts: 1 + next.open_replies },
    ].sort((one, other) => one.board_id - other.board_id)
    for (const { board_id, ...counts } of moves) await addToBoardCount(trx, board_id, counts)
  }
  if (isListed) await setTags(trx, { thread_id: row.thread_id, before: tagsIn(row), tags: written.tags })
  await indexThread(trx, { thread_id: row.thread_id, ...boardPath, ...written })
}

/** Hides a thread or shows it again (moderators). Call with the author and the thread locked. */
export async function setListed(trx: Trx, row: ThreadColumns, isListed: boolean): Promise<ThreadColumns> {
  if ((row.is_listed === 1) === isListed || row.is_removed === 1) return row
  const step = isListed ? 1 : -1
  const next = await setThread(trx, row, { is_listed: isListed ? 1 : 0 })
  await addToBoardCount(trx, row.board_id, { threads: step, posts: step * (1 + row.open_replies) })
  const tags = tagsIn(row)
  await setTags(trx, { thread_id: row.thread_id, before: isListed ? [] : tags, tags: isListed ? tags : [] })
  await addToCounters(trx, row.author_id, { posts: step })
  return next
}

/** Removes a thread for its author: nothing that the author wrote is left. Call with the author and the thread locked. False if it was removed already. */
export async function removeThread(trx: Trx, row: ThreadColumns): Promise<boolean> {
  if (row.is_removed === 1) return false
  const hidden = await setListed(trx, row, false)
  const nothing = {
    title: '',
    content: '',
    excerpt: '',
    tags: '[]',
    images: '[]',
    ...blankDetailColumns,
    likes: 0,
    is_removed: 1,
    is_pinned: 0,
  }
  await setThread(trx, hidden, nothing)
  await unindexThread(trx, row.thread_id)
  return true
}

/** Removes the author, the author's id for it and every detail (P36); replies no longer count as the author's. Call with the author and the thread locked. */
export async function anonymizeThread(trx: Trx, row: ThreadColumns): Promise<void> {
  if (row.is_listed === 1) await addToCounters(trx, row.author_id, { posts: -1 })
  await setThread(trx, row, {
    author_id: '',
    sender_id: `of-${row.thread_id}`,
    ...blankDetailColumns,
    author_replies: 0,
    author_floor: 0,
  })
}

export async function threadsBy(db: Db, authorId: string, most: number): Promise<number[]> {
  const rows = await db.selectFrom('threads').select('thread_id').where('author_id', '=', authorId).limit(most).execute()
  return rows.map(({ thread_id }) => thread_id)
}

/** For checks before any lock. */
export async function authorOf(db: Db, threadId: number): Promise<string | undefined> {
  return (await db.selectFrom('threads').select('author_id').where('thread_id', '=', threadId).executeTakeFirst())?.author_id
}

function columnsOf({ title, content, tags, images, options, ...details }: PostContent) {
  return {
    title,
    content,
    excerpt: excerptOfPost(content),
    tags: JSON.stringify(tags),
    images: JSON.stringify(images),
    ...toDetailColumns(details),
    ...toOptionColumns(options),
  }
}

async function nextId(trx: Trx): Promise<number> {
  const { last } = await trx
    .insertInto('forum_ids')
    .values({ name: 'thread', last: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ last: row('forum_ids.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
