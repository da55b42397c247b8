/** Revisions: the previous versions of edited posts. */
import type { Db, Trx } from '../../kit/db.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** content: the text of the reply if floor is not 0. at: when that text was written, ms. */
    post_history: { thread_id: number; floor: number; at: number; title: string; content: string }
  }
}

export async function saveRevision(
  trx: Trx,
  { thread_id, floor }: PostRef,
  before: { at: number; title: string; content: string },
): Promise<void> {
  await trx
    .insertInto('post_history')
    .values({ thread_id, floor, ...before })
    .execute()
}

/** Newest first. */
export async function revisionsOf(
  db: Db,
  { thread_id, floor }: PostRef,
): Promise<{ title: string; content: string; at: number }[]> {
  return db
    .selectFrom('post_history')
    .select(['title', 'content', 'at'])
    .where('thread_id', '=', thread_id)
    .where('floor', '=', floor)
    .orderBy('at', 'desc')
    .limit(99)
    .execute()
}

export async function dropRevisions(trx: Trx, { thread_id, floor }: PostRef): Promise<void> {
  await trx.deleteFrom('post_history').where('thread_id', '=', thread_id).where('floor', '=', floor).execute()
}
