/** Search for replies, newest first, limited to those that the asker may read in their thread (P17). A word without a hit is replaced by words that differ in one letter. */
import type { Person } from '@homeport/contract/shape/person.ts'
import { sql } from 'kysely'
import { blockedIds } from '../../shared/block.store.ts'
import type { Db } from '../../kit/db.ts'
import { atMost, isPostgres } from '../../kit/db/prepared.ts'
import { personOf } from '../../shared/person.ts'
import { invalid } from '../../kit/refusal.ts'
import { levelOf } from '../model/board.store.ts'
import { toFtsQuery, toTsquery, type SearchTerms } from '../../shared/search/tokenizer.ts'
import type { Asker } from '../post/viewer.ts'
import { seconds } from './thread-list.query.ts'
import { formatPostId } from '@homeport/contract/shape/post-id.ts'
import { exactSearchTerms, similarSearchTerms } from '../search-index/thread-index.store.ts'

type Query = { q: string; board_id: number; cursor: string; limit: number }
type Row = {
  no: number
  thread_id: number
  floor: number
  author_id: string
  text: string
  created_at: number
  thread_title: string
  username: string | null
  nickname: string | null
  avatar: string | null
}
export type ReplySearchRow = {
  id: string
  thread_id: string
  floor: number
  author: Person | null
  text: string
  created_at: number
  thread_title: string
}
type ReplySearchPage = { data: ReplySearchRow[]; next: string; spellings: string[] }

/** spellings: the words to highlight in the results. Undefined if there is no such board. A cursor is `e` (exact) or `n` (near) and the number of the last row. */
export async function findReplies(
  db: Db,
  asker: Asker,
  { q, board_id, cursor, limit }: Query,
): Promise<ReplySearchPage | undefined> {
  const level = board_id === 0 ? 0 : await levelOf(db, board_id)
  if (level === undefined) return undefined
  const from = readCursor(cursor)
  const scope = { asker, level, board_id, before: from.before, most: limit + 1 }
  if (from.kind === 'e') {
    const exact = exactSearchTerms(q)
    const rows = await readRows(db, { ...scope, terms: exact.terms })
    if (rows.length > 0 || cursor !== '') return pageOf(rows, { kind: 'e', limit, spellings: exact.spellings })
  }
  const near = await similarSearchTerms(db, q)
  const rows = near ? await readRows(db, { ...scope, terms: near.terms }) : []
  return pageOf(rows, { kind: 'n', limit, spellings: near?.spellings ?? [] })
}

function pageOf(
  rows: readonly Row[],
  { kind, limit, spellings }: { kind: 'e' | 'n'; limit: number; spellings: string[] },
): ReplySearchPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const data = shown.map((row) => ({
    id: formatPostId(row),
    thread_id: String(row.thread_id),
    floor: row.floor,
    author: personOf(row),
    text: row.text,
    created_at: seconds(row.created_at),
    thread_title: row.thread_title,
  }))
  return { data, next: rows.length > limit && last ? `${kind}${last.no}` : '', spellings }
}

type Scope = { asker: Asker; level: number; board_id: number; before: number; most: number; terms: SearchTerms }

/** before 0: start with the newest. */
async function readRows(db: Db, { asker, level, board_id, before, most, terms }: Scope): Promise<Row[]> {
  if (terms.length === 0) return []
  const no = isPostgres(db) ? sql`reply_words.no` : sql`reply_words.rowid`
  const match = isPostgres(db)
    ? sql`reply_words.words @@ ${toTsquery(terms)}::tsquery`
    : sql`reply_words match ${toFtsQuery(terms)}`
  const after = before === 0 ? sql`` : sql`and ${no} < cast(${before} as ${isPostgres(db) ? sql`bigint` : sql`integer`})`
  const board = level === 0 ? sql`` : sql`and ${sql.ref(`threads.board_${level}`)} = ${board_id}`
  // SQLite keeps the order of a cross join: from the words to the replies and their threads.
  const { rows } = await sql<Row>`select ${no} as no, replies.thread_id, replies.floor, replies.author_id, replies.text,
      replies.created_at, threads.title as thread_title, users.username, users.nickname, users.avatar
    from reply_words cross join reply_numbers cross join replies cross join threads
      left join users on users.user_id = replies.author_id
    where ${match} ${after} and reply_numbers.no = ${no}
      and replies.thread_id = reply_numbers.thread_id and replies.floor = reply_numbers.floor
      and threads.thread_id = replies.thread_id
      and replies.is_removed = 0 and replies.is_hidden = 0 and threads.is_listed = 1 ${board} ${mayRead(asker)}
    order by ${no} desc ${atMost(most)}`.execute(db)
  return rows
}

/** Same access as in the thread: no blocked people; an author-only reply is for the thread's author and the writer of the reply. */
function mayRead({ user_id, isModerator, hasBlocks }: Asker) {
  const wall = hasBlocks
    ? sql`and threads.author_id not in (${blockedIds(user_id)}) and replies.author_id not in (${blockedIds(user_id)})`
    : sql``
  if (isModerator) return wall
  // Erased users share the empty id, which must not match.
  const byAuthor = sql`(threads.author_id <> '' and threads.author_id = replies.author_id)`
  const isOwn = user_id === '' ? sql`` : sql`or threads.author_id = ${user_id} or replies.author_id = ${user_id}`
  return sql`${wall} and (threads.author_only = 0 or ${byAuthor} ${isOwn})`
}

function readCursor(cursor: string): { kind: 'e' | 'n'; before: number } {
  if (cursor === '') return { kind: 'e', before: 0 }
  const [, kind, no] = /^([en])(\d{1,15})$/.exec(cursor) ?? []
  if (no === undefined) throw invalid('cursor')
  return { kind: kind === 'n' ? 'n' : 'e', before: Number(no) }
}
