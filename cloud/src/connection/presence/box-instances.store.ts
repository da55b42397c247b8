/** The running processes of each box, for as long as it is seen. */
import type { Db, Trx } from '../../kit/db.ts'
import { parseJsonColumn } from '../../kit/json-column.ts'
import { BoxInstances } from './box-instances.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** instances: JSON. In the first realm only: a box has one connection for both. */
    link_instances: { devsn: string; instances: string; seen_at: number }
  }
}

export async function instancesOf(db: Db | Trx, devsn: string): Promise<BoxInstances> {
  const row = await db.selectFrom('link_instances').select('instances').where('devsn', '=', devsn).executeTakeFirst()
  return row ? parseJsonColumn(BoxInstances, row.instances) : []
}

/** Locks the row: two processes of one box may sign in at two processes of the cloud at once. */
export async function lockInstances(trx: Trx, devsn: string, now: number): Promise<BoxInstances> {
  await trx
    .insertInto('link_instances')
    .values({ devsn, instances: '[]', seen_at: now })
    .onConflict((on) => on.column('devsn').doUpdateSet({ seen_at: now }))
    .execute()
  return instancesOf(trx, devsn)
}

export async function saveInstances(trx: Trx, devsn: string, instances: BoxInstances): Promise<void> {
  await trx
    .updateTable('link_instances')
    .set({ instances: JSON.stringify(instances) })
    .where('devsn', '=', devsn)
    .execute()
}

export async function unseenInstances(db: Db, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('link_instances')
    .select('devsn')
    .where('seen_at', '<', before)
    .orderBy('seen_at')
    .limit(limit)
    .execute()
  return rows.map(({ devsn }) => devsn)
}

/** Unless it was seen again. */
export async function forgetInstances(db: Db, devsn: string, before: number): Promise<void> {
  await db.deleteFrom('link_instances').where('devsn', '=', devsn).where('seen_at', '<', before).execute()
}

export async function touchInstances(db: Db, devsn: string, now: number): Promise<void> {
  await db.updateTable('link_instances').set({ seen_at: now }).where('devsn', '=', devsn).execute()
}
