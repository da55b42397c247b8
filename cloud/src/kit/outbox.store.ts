/** Outbox table: events stored with their cause and not delivered yet. */
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'

declare module './db.ts' {
  interface Tables {
    outbox: { id: string; name: string; data: string; written_at: number; claimed_at: number; tries: number }
  }
}

export type OutboxEvent = { id: string; name: string; data: string; tries: number }

const claimSize = 50
/** An older claim belongs to a process that died. */
export const claimMs = 30_000

export async function writeEvent(trx: Trx, event: { id: string; name: string; data: string; written_at: number }): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ ...event, claimed_at: 0, tries: 0 })
    .execute()
}

/** Claims the oldest events that no process is delivering, oldest first; also one that was claimed by a clock that has been set back since. */
export async function claimEvents(db: Db, now: number): Promise<OutboxEvent[]> {
  const isFree = sql<boolean>`(claimed_at < ${now - claimMs} or claimed_at > ${now + clockSetMs})`
  const oldest = db.selectFrom('outbox').select('id').where(isFree).orderBy('id').limit(claimSize)
  const claimed = await db
    .updateTable('outbox')
    .set((row) => ({ claimed_at: now, tries: row('tries', '+', 1) }))
    .where('id', 'in', oldest)
    // Repeated: a second process that waited for the row lock checks this condition again, but not the subquery.
    .where(isFree)
    .returning(['id', 'name', 'data', 'tries'])
    .execute()
  return claimed.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function dropEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}
