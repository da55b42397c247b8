/**
 * How much each person has not read, in a row of its own that changes with what it counts, in one transaction (P40). Who writes or reads anything of
 * somebody first takes their row; of two people in the order of their ids, so that nobody waits for each other.
 */
import type { Unread } from '@homeport/contract/shape/unread.ts'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** is_gone 1: the account is erased, nothing is written to it any more. */
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

/** False where one of them is gone. */
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

/** After takeTurn. */
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

/** After takeTurn: from now on nothing is written to them. */
export async function closeCounts(trx: Trx, userId: string): Promise<void> {
  const nothing = { messages: 0, system: 0, reminders: 0 }
  await trx
    .updateTable('unread_counts')
    .set({ ...nothing, is_gone: 1 })
    .where('user_id', '=', userId)
    .execute()
}
