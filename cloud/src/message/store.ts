/** Messages of a realm: one row each, numbered within its pair of people ('' = the system), and one conversation row per side with its unread count. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Conversation, Message } from '@homeport/contract/message.ts'
import type { Person } from '@homeport/contract/shape/person.ts'
import { sql } from 'kysely'
import { isBlockedBetween } from '../shared/block.store.ts'
import type { Db, Trx } from '../kit/db.ts'
import { Refusal } from '../kit/refusal.ts'
import { addUnread, lockCounts } from './count.store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    messages: MessageRow
    conversations: {
      user_id: string
      with_id: string
      pair: string
      last_seq: number
      read_seq: number
      unread: number
      last_at: number
    }
  }
}

type MessageRow = { pair: string; seq: number; message_id: string; from_id: string; text: string; sent_at: number }
type Sent = { from: string; to: string; id: string; text: string }

const system = ''
const personFields = ['users.user_id', 'users.username', 'users.nickname', 'users.avatar'] as const

export function pairOf(one: string, other: string): string {
  return [one, other].sort().join(':')
}

/** A repeated id is the same message, written once. Refuses (4004) if the recipient is erased or a block exists in either direction. */
export async function send(trx: Trx, sent: Sent, now: number): Promise<{ message: Message; isNew: boolean }> {
  const isOpen = await lockCounts(trx, [sent.from, sent.to])
  const standing = await standingOf(trx, sent)
  if (standing) return { message: messageOf(standing, sent.from), isNew: false }
  if (!isOpen || !(await correspondentOf(trx, sent.from, sent.to))) throw new Refusal(Code.notFound)
  const row = await write(trx, sent, now)
  await join(trx, row, { user_id: sent.from, with_id: sent.to, unread: 0 })
  await join(trx, row, { user_id: sent.to, with_id: sent.from, unread: 1 })
  await addUnread(trx, sent.to, { messages: 1 })
  return { message: messageOf(row, sent.from), isNew: true }
}

/** Writes a system message. False if it exists already, or the user is erased. */
export async function sendSystemMessage(trx: Trx, message: Omit<Sent, 'from'>, now: number): Promise<boolean> {
  const sent = { ...message, from: system }
  if (!(await lockCounts(trx, [sent.to])) || (await standingOf(trx, sent))) return false
  const row = await write(trx, sent, now)
  await join(trx, row, { user_id: sent.to, with_id: system, unread: 1 })
  await addUnread(trx, sent.to, { system: 1 })
  return true
}

/** Marks one conversation as read. False if nothing was unread. */
export async function readAll(trx: Trx, userId: string, withId: string): Promise<boolean> {
  await lockCounts(trx, [userId])
  const of = await trx
    .selectFrom('conversations')
    .select('unread')
    .where('user_id', '=', userId)
    .where('with_id', '=', withId)
    .executeTakeFirst()
  if (!of || of.unread === 0) return false
  await trx
    .updateTable('conversations')
    .set((row) => ({ unread: 0, read_seq: row.ref('last_seq') }))
    .where('user_id', '=', userId)
    .where('with_id', '=', withId)
    .execute()
  await addUnread(trx, userId, withId === system ? { system: -of.unread } : { messages: -of.unread })
  return true
}

/** A user to whom the asker may write; undefined if they do not exist, are erased, or a block exists in either direction. */
export async function correspondentOf(db: Db, asker: string, userId: string): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .select(personFields)
    .where('users.user_id', '=', userId)
    .where('users.username', '<>', '')
    .where((of) => of.not(isBlockedBetween(sql.val(asker), sql.ref('users.user_id'))))
    .executeTakeFirst()
}

/** Erased ones count too. */
export async function isSomebody(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('users').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** Private conversations, latest first. */
export async function conversationsOf(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: Conversation[]; total: number }> {
  const all = db
    .selectFrom('conversations')
    .where('conversations.user_id', '=', userId)
    .where('conversations.with_id', '<>', system)
    .where((of) => of.not(isBlockedBetween(sql.val(userId), sql.ref('conversations.with_id'))))
  const rows = await all
    .innerJoin('users', 'users.user_id', 'conversations.with_id')
    .innerJoin('messages', (on) =>
      on.onRef('messages.pair', '=', 'conversations.pair').onRef('messages.seq', '=', 'conversations.last_seq'),
    )
    .select(personFields)
    .select(['messages.message_id', 'messages.from_id', 'messages.text', 'messages.sent_at', 'conversations.unread'])
    .orderBy('conversations.last_at', 'desc')
    .orderBy('conversations.with_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await all.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirst()
  const data = rows.map(({ user_id, username, nickname, avatar, unread, ...last }) => ({
    with: { user_id, username, nickname, avatar },
    last: messageOf(last, userId),
    unread,
  }))
  return { data, total: count?.n ?? 0 }
}

/** Newest first; `next` '' at the end. */
export async function messagesOf(
  db: Db,
  { userId, withId }: { userId: string; withId: string },
  { cursor, limit }: { cursor: string; limit: number },
): Promise<{ data: Message[]; next: string }> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('pair', '=', pairOf(userId, withId))
    .where('seq', '<', cursor === '' ? Number.MAX_SAFE_INTEGER : Number(cursor))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { data: shown.map((row) => messageOf(row, userId)), next: rows.length > limit ? String(shown.at(-1)?.seq ?? '') : '' }
}

/** Messages written by the user, and by the system to the user (`to` null), oldest first; sent_at in ms. */
export async function writtenBy(db: Db, userId: string): Promise<{ to: string | null; text: string; sent_at: number }[]> {
  return db
    .selectFrom('conversations')
    .innerJoin('messages', 'messages.pair', 'conversations.pair')
    .leftJoin('users', 'users.user_id', 'conversations.with_id')
    .where('conversations.user_id', '=', userId)
    .where('messages.from_id', 'in', [userId, system])
    .select(['users.username as to', 'messages.text', 'messages.sent_at'])
    .orderBy('messages.sent_at')
    .execute()
}

async function standingOf(trx: Trx, { from, to, id }: Sent): Promise<MessageRow | undefined> {
  return trx
    .selectFrom('messages')
    .selectAll()
    .where('pair', '=', pairOf(from, to))
    .where('from_id', '=', from)
    .where('message_id', '=', id)
    .executeTakeFirst()
}

async function write(trx: Trx, { from, to, id, text }: Sent, now: number): Promise<MessageRow> {
  const before = await trx
    .selectFrom('conversations')
    .select('last_seq')
    .where('user_id', '=', to)
    .where('with_id', '=', from)
    .executeTakeFirst()
  const row = { pair: pairOf(from, to), seq: (before?.last_seq ?? 0) + 1, message_id: id, from_id: from, text, sent_at: now }
  await trx.insertInto('messages').values(row).execute()
  return row
}

/** Adds the message to one side's conversation. */
async function join(
  trx: Trx,
  { pair, seq, sent_at }: MessageRow,
  side: { user_id: string; with_id: string; unread: 0 | 1 },
): Promise<void> {
  await trx
    .insertInto('conversations')
    .values({ ...side, pair, last_seq: seq, read_seq: 0, last_at: sent_at })
    .onConflict((on) =>
      on.columns(['user_id', 'with_id']).doUpdateSet((row) => ({
        last_seq: seq,
        last_at: sent_at,
        unread: sql<number>`${row.ref('conversations.unread')} + ${sql.lit(side.unread)}`,
      })),
    )
    .execute()
}

function messageOf(row: Pick<MessageRow, 'message_id' | 'from_id' | 'text' | 'sent_at'>, asker: string): Message {
  return { id: row.message_id, text: row.text, from_me: row.from_id === asker, sent_at: Math.floor(row.sent_at / 1000) }
}
