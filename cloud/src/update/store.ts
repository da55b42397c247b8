/** The versions of the app that the operator announced, by platform and version code. */
import type { AppPlatform, AppUpdate } from '@homeport/contract/update.ts'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    app_releases: Omit<AppUpdate, 'version_code'> & { platform: AppPlatform; version_code: number; created_at: number }
  }
}
export type ReleaseRow = AppUpdate & { platform: AppPlatform; created_at: number }

/** Newest first. */
export async function listReleases(db: Db): Promise<ReleaseRow[]> {
  return db.selectFrom('app_releases').selectAll().orderBy('platform').orderBy('version_code', 'desc').execute()
}

/** Those of the platform above the code, newest first. */
export async function releasesAbove(db: Db, platform: AppPlatform, code: number): Promise<AppUpdate[]> {
  const rows = await db
    .selectFrom('app_releases')
    .selectAll()
    .where('platform', '=', platform)
    .where('version_code', '>', code)
    .orderBy('version_code', 'desc')
    .execute()
  return rows.map(({ platform: _platform, created_at: _created, ...update }) => update)
}

/** Replaces an announcement of the same platform and version. */
export async function putRelease(trx: Trx, row: ReleaseRow): Promise<void> {
  await trx
    .insertInto('app_releases')
    .values(row)
    .onConflict((conflict) => conflict.columns(['platform', 'version_code']).doUpdateSet(row))
    .execute()
}

/** False if there is none. */
export async function dropRelease(trx: Trx, platform: AppPlatform, code: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('app_releases')
    .where('platform', '=', platform)
    .where('version_code', '=', code)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
