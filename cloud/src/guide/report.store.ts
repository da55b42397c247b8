/** Reports of bullet comments, and the moderators' actions on them. */
import type { ReportedBullet } from '@homeport/contract/guide.ts'
import type { ReportReason } from '@homeport/contract/shape/complaint.ts'
import { sql } from 'kysely'
import { isBlockedBetween } from '../shared/block.store.ts'
import type { Db, Trx } from '../kit/db.ts'
import { personOf } from '../shared/person.ts'
import { bulletOf, type BulletRow } from './store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** at: ms. */
    bullet_reports: BulletReport
  }
}

type BulletReport = { bullet_id: string; by_id: string; reason: ReportReason; text: string; at: number }

/** As the asker may see it; undefined if it does not exist, is hidden, or a block exists. */
export async function visibleBullet(db: Db, bulletId: string, asker: string): Promise<BulletRow | undefined> {
  return db
    .selectFrom('bullets')
    .selectAll()
    .where('bullet_id', '=', bulletId)
    .where('is_hidden', '=', 0)
    .where((of) => of.not(isBlockedBetween(sql.val(asker), sql.ref('bullets.user_id'))))
    .executeTakeFirst()
}

/** One report per person and comment; reporting again changes the reason. */
export async function addBulletReport(trx: Trx, report: BulletReport): Promise<void> {
  const { reason, text, at } = report
  await trx
    .insertInto('bullet_reports')
    .values(report)
    .onConflict((on) => on.columns(['bullet_id', 'by_id']).doUpdateSet({ reason, text, at }))
    .execute()
}

/** The comment with the most reports first, then the oldest. */
export async function reportedBulletsOf(
  db: Db,
  { asker, limit, offset }: { asker: string; limit: number; offset: number },
): Promise<{ data: ReportedBullet[]; total: number }> {
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('bullet_reports')
        .select(['bullet_id', (one) => one.fn.countAll<number>().as('times'), (one) => one.fn.min('at').as('since')])
        .groupBy('bullet_id')
        .as('reported'),
    )
    .innerJoin('bullets', 'bullets.bullet_id', 'reported.bullet_id')
    .leftJoin('users', 'users.user_id', 'bullets.user_id')
    .selectAll('bullets')
    .select(['users.username', 'users.nickname', 'users.avatar'])
    .orderBy('reported.times', 'desc')
    .orderBy('reported.since')
    .orderBy('bullets.bullet_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await db
    .selectFrom('bullet_reports')
    .select((of) => of.fn.count<number>('bullet_id').distinct().as('n'))
    .executeTakeFirst()
  const data = await Promise.all(
    rows.map(async (row) => ({
      ...bulletOf(row, asker),
      video_id: row.video_id,
      author: personOf({ ...row, author_id: row.user_id }),
      reports: await reportsOf(db, row.bullet_id),
      is_hidden: row.is_hidden === 1,
    })),
  )
  return { data, total: count?.n ?? 0 }
}

/** False if there is no such comment. */
export async function setBulletHidden(trx: Trx, bulletId: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bullets')
    .set({ is_hidden: isHidden ? 1 : 0 })
    .where('bullet_id', '=', bulletId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function settleBullet(trx: Trx, bulletId: string): Promise<void> {
  await trx.deleteFrom('bullet_reports').where('bullet_id', '=', bulletId).execute()
}

/** Also deletes its reports. */
export async function dropBullet(trx: Trx, bulletId: string): Promise<void> {
  await settleBullet(trx, bulletId)
  await trx.deleteFrom('bullets').where('bullet_id', '=', bulletId).execute()
}

async function reportsOf(db: Db, bulletId: string): Promise<ReportedBullet['reports']> {
  const rows = await db
    .selectFrom('bullet_reports')
    .leftJoin('users', 'users.user_id', 'bullet_reports.by_id')
    .select(['bullet_reports.by_id', 'bullet_reports.reason', 'bullet_reports.text', 'bullet_reports.at'])
    .select(['users.username', 'users.nickname', 'users.avatar'])
    .where('bullet_reports.bullet_id', '=', bulletId)
    .orderBy('bullet_reports.at')
    .orderBy('bullet_reports.by_id')
    .limit(99)
    .execute()
  return rows.map(({ reason, text, at, by_id, ...named }) => ({
    by: personOf({ author_id: by_id, ...named }),
    reason,
    text,
    at: Math.floor(at / 1000),
  }))
}

export async function bulletReportsBy(db: Db, userId: string): Promise<Pick<BulletReport, 'reason' | 'text' | 'at'>[]> {
  return db.selectFrom('bullet_reports').select(['reason', 'text', 'at']).where('by_id', '=', userId).orderBy('at').execute()
}
