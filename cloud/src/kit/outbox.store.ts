/** Events that were written with what caused them and are not delivered yet. */
import type { Db, Trx } from './db.ts'

declare module './db.ts' {
  interface Tables {
    outbox: { id: string; name: string; data: string; written_at: number; claimed_at: number; tries: number }
  }
}

export type Waiting = { id: string; name: string; data: string; tries: number }

const claimSize = 50
/** After this a claim counts as left behind by a process that died. */
export const claimMs = 30_000

export async function writeEvent(trx: Trx, event: { id: string; name: string; data: string; written_at: number }): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ ...event, claimed_at: 0, tries: 0 })
    .execute()
}

/** Takes the oldest events that nobody is delivering, oldest first. */
export async function claimEvents(db: Db, now: number): Promise<Waiting[]> {
  const free = now - claimMs
  const oldest = db.selectFrom('outbox').select('id').where('claimed_at', '<', free).orderBy('id').limit(claimSize)
  const claimed = await db
    .updateTable('outbox')
    .set((row) => ({ claimed_at: now, tries: row('tries', '+', 1) }))
    .where('id', 'in', oldest)
    // Said again: a second process that waited for the row's lock looks at this, not at the list above.
    .where('claimed_at', '<', free)
    .returning(['id', 'name', 'data', 'tries'])
    .execute()
  return claimed.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function dropEvent(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}
