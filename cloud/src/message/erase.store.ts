/** Deletes messages and notifications (wire name: reminder) after a block between two people or an erasure (P36). */
import type { Trx } from '../kit/db.ts'
import { addUnread, closeCounts, lockCounts } from './count.store.ts'
import { forgetPost, forgetReminders, someoneNotified } from './reminder.store.ts'
import { pairOf, readAll } from './store.ts'

/** After a block neither sees the other, so nothing between them may count as unread. Returns the users whose counts changed. */
export async function partTwo(trx: Trx, one: string, other: string): Promise<string[]> {
  await lockCounts(trx, [one, other])
  const notified: string[] = []
  for (const [user_id, by_id] of [
    [one, other],
    [other, one],
  ] as const) {
    const wasUnread = await readAll(trx, user_id, by_id)
    const wasReminded = await forgetReminders(trx, { user_id, by_id })
    if (wasUnread || wasReminded) notified.push(user_id)
  }
  return notified
}

/** Closes the user's inbox for new messages; deletes system messages and notifications. */
export async function closeFor(trx: Trx, userId: string): Promise<void> {
  await lockCounts(trx, [userId])
  await trx.deleteFrom('messages').where('pair', '=', pairOf(userId, '')).execute()
  await trx.deleteFrom('conversations').where('user_id', '=', userId).where('with_id', '=', '').execute()
  await trx.deleteFrom('reminders').where('user_id', '=', userId).execute()
  // An open window of the user may still mark as read what is being deleted.
  await trx.updateTable('conversations').set({ unread: 0 }).where('user_id', '=', userId).execute()
  await closeCounts(trx, userId)
}

/** Deletes one conversation for both sides. Returns the other user; undefined if none is left. */
export async function eraseConversation(trx: Trx, userId: string): Promise<string | undefined> {
  const own = await trx.selectFrom('conversations').select('with_id').where('user_id', '=', userId).executeTakeFirst()
  if (!own) return undefined
  await lockCounts(trx, [userId, own.with_id])
  await trx.deleteFrom('conversations').where('user_id', '=', userId).where('with_id', '=', own.with_id).execute()
  const theirs = await trx
    .deleteFrom('conversations')
    .where('user_id', '=', own.with_id)
    .where('with_id', '=', userId)
    .returning('unread')
    .executeTakeFirst()
  await addUnread(trx, own.with_id, { messages: -(theirs?.unread ?? 0) })
  await trx.deleteFrom('messages').where('pair', '=', pairOf(userId, own.with_id)).execute()
  return own.with_id
}

/** Deletes one recipient's notifications caused by this user. Returns the recipient; undefined if none is left. */
export async function eraseReminders(trx: Trx, userId: string): Promise<string | undefined> {
  const row = await trx.selectFrom('reminders').select('user_id').where('by_id', '=', userId).executeTakeFirst()
  if (!row) return undefined
  await lockCounts(trx, [row.user_id])
  await forgetReminders(trx, { user_id: row.user_id, by_id: userId })
  return row.user_id
}

/** Deletes one recipient's notifications about a post. Returns the recipient; undefined if none is left. */
export async function erasePost(trx: Trx, postId: string): Promise<string | undefined> {
  const user_id = await someoneNotified(trx, postId)
  if (user_id === undefined) return undefined
  await lockCounts(trx, [user_id])
  await forgetPost(trx, user_id, postId)
  return user_id
}
