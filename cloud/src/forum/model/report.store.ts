/** Reports by users, and the moderators' queue. */
import type { Complaint, ReportReason } from '@homeport/contract/shape/complaint.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { personOf } from '../../shared/person.ts'
import type { PostRef } from '@homeport/contract/shape/post-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** by_id: '' for an erased user. at: ms. */
    post_reports: PostRef & { by_id: string; reason: ReportReason; text: string; at: number }
    forbidden_words: { word: string }
  }
}

/** One report per person and post; reporting again changes the reason. */
export async function addReport(
  trx: Trx,
  report: PostRef & { by_id: string; reason: ReportReason; text: string; at: number },
): Promise<void> {
  const { reason, text, at } = report
  await trx
    .insertInto('post_reports')
    .values(report)
    .onConflict((on) => on.columns(['thread_id', 'floor', 'by_id']).doUpdateSet({ reason, text, at }))
    .execute()
}

/** The post with the most reports first, then the oldest. */
export async function reportedPosts(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ things: PostRef[]; total: number }> {
  const things = await db
    .selectFrom('post_reports')
    .select(['thread_id', 'floor'])
    .groupBy(['thread_id', 'floor'])
    .orderBy((of) => of.fn.countAll(), 'desc')
    .orderBy((of) => of.fn.min('at'))
    .orderBy('thread_id')
    .orderBy('floor')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await db
    .selectFrom((of) => of.selectFrom('post_reports').select(['thread_id', 'floor']).distinct().as('reported'))
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return { things, total: count?.n ?? 0 }
}

export async function reportsOf(db: Db, { thread_id, floor }: PostRef): Promise<Complaint[]> {
  const rows = await db
    .selectFrom('post_reports')
    .leftJoin('users', 'users.user_id', 'post_reports.by_id')
    .select(['post_reports.by_id', 'post_reports.reason', 'post_reports.text', 'post_reports.at'])
    .select(['users.username', 'users.nickname', 'users.avatar'])
    .where('post_reports.thread_id', '=', thread_id)
    .where('post_reports.floor', '=', floor)
    .orderBy('post_reports.at')
    .orderBy('post_reports.by_id')
    .limit(99)
    .execute()
  return rows.map(({ reason, text, at, by_id, ...named }) => ({
    by: personOf({ author_id: by_id, ...named }),
    reason,
    text,
    at: Math.floor(at / 1000),
  }))
}

/** Closes the reports of a removed thread and of all its replies. */
export async function closeReportsOfThread(trx: Trx, threadId: number): Promise<void> {
  await trx.deleteFrom('post_reports').where('thread_id', '=', threadId).execute()
}

export async function closeReports(trx: Trx, { thread_id, floor }: PostRef): Promise<void> {
  await trx.deleteFrom('post_reports').where('thread_id', '=', thread_id).where('floor', '=', floor).execute()
}

/** Deletes an erased user's reports: moderators could not ask them any more. */
export async function dropReportsBy(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('post_reports').where('by_id', '=', userId).execute()
}

export async function forbiddenWords(db: Db): Promise<string[]> {
  return (await db.selectFrom('forbidden_words').select('word').orderBy('word').execute()).map(({ word }) => word)
}

export async function forbid(db: Db, word: string): Promise<void> {
  await db
    .insertInto('forbidden_words')
    .values({ word })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function allow(db: Db, word: string): Promise<boolean> {
  return (await db.deleteFrom('forbidden_words').where('word', '=', word).executeTakeFirst()).numDeletedRows === 1n
}
