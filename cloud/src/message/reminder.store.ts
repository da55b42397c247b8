/** Notifications (wire name: reminder), one per occasion. */
import type { Reminder, notificationKinds } from '@homeport/contract/message.ts'
import { replyIdRange } from '@homeport/contract/shape/post-id.ts'
import { sql } from 'kysely'
import { isBlocked } from '../shared/block.store.ts'
import type { Db, Trx } from '../kit/db.ts'
import { isPostgres } from '../kit/db/prepared.ts'
import { addUnread, lockCounts } from './count.store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** at: ms. */
    reminders: Occasion & { reminder_id: string; is_read: number; at: number }
  }
}

type Occasion = {
  user_id: string
  /** Identifies the occasion. */
  key: string
  kind: (typeof notificationKinds)[number]
  /** '' for no user. */
  by_id: string
  subject: string
  text: string
}

/** False if it exists already or must not be sent: about the user's own act, from or to an erased user, or across a block. */
export async function addReminder(trx: Trx, occasion: Occasion, { id, now }: { id: string; now: number }): Promise<boolean> {
  const { user_id, by_id } = occasion
  if (user_id === by_id) return false
  const isOpen = await lockCounts(trx, by_id === '' ? [user_id] : [user_id, by_id])
  if (!isOpen || (await isBlocked(trx, user_id, by_id))) return false
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reminders')
    .values({ ...occasion, reminder_id: id, is_read: 0, at: now })
    .onConflict((on) => on.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await addUnread(trx, user_id, { reminders: 1 })
  return true
}

/** Totals stop here: nobody pages further, and counting 100,000 rows is slow. */
const remindersCounted = 1_000

/** Newest first. */
export async function remindersOf(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: Reminder[]; total: number }> {
  const all = db.selectFrom('reminders').where('reminders.user_id', '=', userId)
  const rows = await all
    .leftJoin('users', 'users.user_id', 'reminders.by_id')
    .select(['reminder_id', 'kind', 'subject', 'text', 'is_read', 'at'])
    .select(['users.user_id as by_id', 'users.username', 'users.nickname', 'users.avatar'])
    .orderBy('reminders.at', 'desc')
    .orderBy('reminders.reminder_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await db
    .selectFrom(all.select('key').limit(remindersCounted).as('counted'))
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  const data = rows.map(({ reminder_id, kind, subject, text, is_read, at, by_id, username, nickname, avatar }) => ({
    id: reminder_id,
    kind,
    by: by_id === null ? null : { user_id: by_id, username: username ?? '', nickname: nickname ?? '', avatar: avatar ?? '' },
    subject,
    text,
    is_read: is_read === 1,
    at: Math.floor(at / 1000),
  }))
  return { data, total: count?.n ?? 0 }
}

/** id '' means all. Returns how many were marked as read. */
export async function readReminder(trx: Trx, userId: string, id: string): Promise<number> {
  await lockCounts(trx, [userId])
  const unread = trx.updateTable('reminders').set({ is_read: 1 }).where('user_id', '=', userId).where('is_read', '=', 0)
  const { numUpdatedRows } = await (id === '' ? unread : unread.where('reminder_id', '=', id)).executeTakeFirst()
  await addUnread(trx, userId, { reminders: -Number(numUpdatedRows) })
  return Number(numUpdatedRows)
}

export async function hasReminder(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('reminders')
    .select('key')
    .where('user_id', '=', userId)
    .where('reminder_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the user's notifications caused by `by_id`. False if there were none. Call after lockCounts. */
export async function forgetReminders(trx: Trx, { user_id, by_id }: { user_id: string; by_id: string }): Promise<boolean> {
  const gone = await trx
    .deleteFrom('reminders')
    .where('user_id', '=', user_id)
    .where('by_id', '=', by_id)
    .returning('is_read')
    .execute()
  await addUnread(trx, user_id, { reminders: -gone.filter(({ is_read }) => is_read === 0).length })
  return gone.length > 0
}

/** One user notified of a post (or of anything in a thread); undefined if none is left. */
export async function someoneNotified(trx: Trx, postId: string): Promise<string | undefined> {
  return (await trx.selectFrom('reminders').select('user_id').where(isAbout(trx, postId)).limit(1).executeTakeFirst())?.user_id
}

/** Call after lockCounts. */
export async function forgetPost(trx: Trx, userId: string, postId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('reminders')
    .where('user_id', '=', userId)
    .where(isAbout(trx, postId))
    .returning('is_read')
    .execute()
  await addUnread(trx, userId, { reminders: -gone.filter(({ is_read }) => is_read === 0).length })
}

/** About the post itself or, for a thread, anything in it; compared by character codes, whatever the server's locale. */
function isAbout(db: Db, postId: string) {
  const subject = isPostgres(db) ? sql`reminders.subject collate "C"` : sql`reminders.subject`
  const { after, before } = replyIdRange(postId)
  return sql<boolean>`reminders.kind in ('reply', 'quote', 'like')
    and (${subject} = ${postId} or (${subject} > ${after} and ${subject} < ${before}))`
}
