/** The faults that /healthz reports: a database that does not answer, or a disk without room for new data. */
import { statfs } from 'node:fs/promises'
import { checkDb } from '../kit/db.ts'
import type { Realm } from '../kit/realm.ts'

/** With less than this, writing fails soon or already. */
const freeLeastBytes = 32 * 1024 * 1024

export async function faultOf({
  realms,
  freeBytes,
}: {
  realms: readonly Realm[]
  freeBytes: () => Promise<number>
}): Promise<'database' | 'disk_full' | undefined> {
  try {
    await Promise.all(realms.map((realm) => checkDb(realm.db)))
  } catch {
    // The fault is in the answer; what the database said comes with the first call that needs it.
    return 'database'
  }
  return (await freeBytes()) < freeLeastBytes ? 'disk_full' : undefined
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
