/** Download settings that a box last reported, in one realm. */
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    download_config: { devsn: string; config: string }
  }
}

export async function saveConfigRow(trx: Trx, devsn: string, value: DownloadConfig | null): Promise<void> {
  if (value === null) return forgetConfig(trx, devsn)
  const config = JSON.stringify(value)
  await trx
    .insertInto('download_config')
    .values({ devsn, config })
    .onConflict((on) => on.column('devsn').doUpdateSet({ config }))
    .execute()
}

export async function forgetConfig(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('download_config').where('devsn', '=', devsn).execute()
}

/** null before the first report. */
export async function configOf(db: Db, devsn: string): Promise<DownloadConfig | null> {
  const row = await db.selectFrom('download_config').select('config').where('devsn', '=', devsn).executeTakeFirst()
  const read = row && DownloadConfig.safeParse(JSON.parse(row.config))
  return read?.success ? read.data : null
}
