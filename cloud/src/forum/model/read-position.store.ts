/** Read positions: how far each person read a thread. The first opening counts as one view: views equal the number of these rows with has_read (P40). */
import type { Db, Trx } from '../../kit/db.ts'
import { setThread, type ThreadColumns } from './thread.store.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** replies: the person's visible replies in the thread. has_read 1: the person opened it. */
    thread_people: { thread_id: number; user_id: string; replies: number; read_floor: number; has_read: number }
  }
}

/** A lower floor than the stored one changes nothing. */
export async function saveReadPosition(
  trx: Trx,
  thread: ThreadColumns,
  { user_id, floor }: { user_id: string; floor: number },
): Promise<void> {
  const { thread_id } = thread
  const of = await trx
    .selectFrom('thread_people')
    .select(['read_floor', 'has_read'])
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const read_floor = Math.max(of?.read_floor ?? 0, floor)
  await trx
    .insertInto('thread_people')
    .values({ thread_id, user_id, replies: 0, read_floor, has_read: 1 })
    .onConflict((on) => on.columns(['thread_id', 'user_id']).doUpdateSet({ read_floor, has_read: 1 }))
    .execute()
  if (of?.has_read !== 1) await setThread(trx, thread, { views: thread.views + 1 })
}

/** One thread with a row of this user; undefined if none is left. */
export async function someReadThreadOf(db: Db, user_id: string): Promise<number | undefined> {
  const row = await db.selectFrom('thread_people').select('thread_id').where('user_id', '=', user_id).limit(1).executeTakeFirst()
  return row?.thread_id
}

/** Call with the thread locked. */
export async function dropReadPositionsOf(trx: Trx, thread: ThreadColumns, user_id: string): Promise<void> {
  const gone = await trx
    .deleteFrom('thread_people')
    .where('thread_id', '=', thread.thread_id)
    .where('user_id', '=', user_id)
    .returning('has_read')
    .executeTakeFirst()
  if (gone?.has_read === 1) await setThread(trx, thread, { views: thread.views - 1 })
}
