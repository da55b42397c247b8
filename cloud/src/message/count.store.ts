/**
 * Unread counters: one row per person, changed in the same transaction as what it counts (P40). Every writer or reader of a person's messages locks this row
 * first; of two people in the order of their ids, which avoids deadlocks.
 */
import type { Unread } from '@homeport/contract/shape/unread.ts'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** is_gone 1: the account is erased; nothing may be written to it any more. */
    unread_counts: Unread & { user_id: string; is_gone: number }
  }
}

export async function unreadOf(db: Db, userId: string): Promise<Unread> {
  const row = await db
    .selectFrom('unread_counts')
    .select(['messages', 'system', 'reminders'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { messages: 0, system: 0, reminders: 0 }
}

/** Locks the rows. False if one of the users is erased. */
export async function lockCounts(trx: Trx, userIds: readonly string[]): Promise<boolean> {
  let isOpen = true
  for (const userId of [...new Set(userIds)].sort()) {
    const { is_gone } = await trx
      .insertInto('unread_counts')
      .values({ user_id: userId, messages: 0, system: 0, reminders: 0, is_gone: 0 })
      .onConflict((on) => on.column('user_id').doUpdateSet((row) => ({ is_gone: row.ref('unread_counts.is_gone') })))
      .returning('is_gone')
      .executeTakeFirstOrThrow()
    if (is_gone === 1) isOpen = false
  }
  return isOpen
}

/** Call after lockCounts. */
export async function addUnread(trx: Trx, userId: string, steps: Partial<Unread>): Promise<void> {
  const { messages = 0, system = 0, reminders = 0 } = steps
  if (messages === 0 && system === 0 && reminders === 0) return
  await trx
    .updateTable('unread_counts')
    .set((row) => ({
      messages: row('messages', '+', messages),
      system: row('system', '+', system),
      reminders: row('reminders', '+', reminders),
    }))
    .where('user_id', '=', userId)
    .execute()
}

/** Call after lockCounts: from now on nothing may be written to this user. */
export async function closeCounts(trx: Trx, userId: string): Promise<void> {
  const nothing = { messages: 0, system: 0, reminders: 0 }
  await trx
    .updateTable('unread_counts')
    .set({ ...nothing, is_gone: 1 })
    .where('user_id', '=', userId)
    .execute()
}
