/** How many films and episodes each box has, and the number of the last change among them. */
import type { Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** total: films and series. version: increased by each change of the box's films and episodes. */
    film_total: { devsn: string; total: number; episodes: number; version: number }
  }
}

type Counted = 'total' | 'episodes'

export async function nextVersion(trx: Trx, devsn: string): Promise<number> {
  const { version } = await trx
    .insertInto('film_total')
    .values({ devsn, total: 0, episodes: 0, version: 1 })
    .onConflict((on) => on.column('devsn').doUpdateSet((row) => ({ version: row('film_total.version', '+', 1) })))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function addToTotal(trx: Trx, devsn: string, { column, more }: { column: Counted; more: number }): Promise<void> {
  if (more === 0) return
  await trx
    .updateTable('film_total')
    .set((row) => ({ [column]: row(column, '+', more) }))
    .where('devsn', '=', devsn)
    .execute()
}

/** The version goes on, so that nobody takes the rows of before for the present ones. */
export async function clearTotal(trx: Trx, devsn: string, column: Counted): Promise<void> {
  await trx
    .updateTable('film_total')
    .set((row) => ({ [column]: 0, version: row('version', '+', 1) }))
    .where('devsn', '=', devsn)
    .execute()
}
