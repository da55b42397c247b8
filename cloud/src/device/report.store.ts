/** The last report of a box about itself and its disks, in one realm. */
import { DeviceInfo, StorageEntry } from '@homeport/contract/device.ts'
import type { Db, Trx } from '../kit/db.ts'
import type { MirrorChange } from '../connection/mirror/mirror-consumer.ts'

declare module '../kit/db.ts' {
  interface Tables {
    device_info: { devsn: string; info: string }
    device_storage: { devsn: string; path: string; entry: string }
  }
}

export async function saveInfo(trx: Trx, devsn: string, value: DeviceInfo | null): Promise<void> {
  if (value === null) return forgetInfo(trx, devsn)
  const info = JSON.stringify(value)
  await trx
    .insertInto('device_info')
    .values({ devsn, info })
    .onConflict((on) => on.column('devsn').doUpdateSet({ info }))
    .execute()
}

export async function forgetInfo(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('device_info').where('devsn', '=', devsn).execute()
}

export async function infoOf(db: Db, devsn: string): Promise<DeviceInfo | null> {
  const row = await db.selectFrom('device_info').select('info').where('devsn', '=', devsn).executeTakeFirst()
  const read = row && DeviceInfo.safeParse(JSON.parse(row.info))
  return read?.success ? read.data : null
}

export async function saveStorage(trx: Trx, devsn: string, { key: path, value }: MirrorChange<StorageEntry>): Promise<void> {
  if (value === null)
    return void (await trx.deleteFrom('device_storage').where('devsn', '=', devsn).where('path', '=', path).execute())
  const entry = JSON.stringify(value)
  await trx
    .insertInto('device_storage')
    .values({ devsn, path, entry })
    .onConflict((on) => on.columns(['devsn', 'path']).doUpdateSet({ entry }))
    .execute()
}

export async function forgetStorage(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('device_storage').where('devsn', '=', devsn).execute()
}
