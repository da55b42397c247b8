/** How far the cloud has what each user did on the screens of a box: each of it takes effect once. */
import type { Db, Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** taken: number of the last change; epoch: of the box's numbers. */
    box_changes: { user_id: string; devsn: string; epoch: string; taken: number }
  }
}

type Of = { devsn: string; user_id: string }
export type Taken = { epoch: string; taken: number }

export async function takenOf(db: Db | Trx, { devsn, user_id }: Of): Promise<Taken> {
  const row = await db
    .selectFrom('box_changes')
    .select(['epoch', 'taken'])
    .where('user_id', '=', user_id)
    .where('devsn', '=', devsn)
    .executeTakeFirst()
  return row ?? { epoch: '', taken: 0 }
}

export async function saveTaken(trx: Trx, { devsn, user_id }: Of, taken: Taken): Promise<void> {
  await trx
    .insertInto('box_changes')
    .values({ devsn, user_id, ...taken })
    .onConflict((on) => on.columns(['user_id', 'devsn']).doUpdateSet(taken))
    .execute()
}

/** The user no longer has the box. */
export async function forgetTaken(db: Db, { devsn, user_id }: Of): Promise<void> {
  await db.deleteFrom('box_changes').where('user_id', '=', user_id).where('devsn', '=', devsn).execute()
}
