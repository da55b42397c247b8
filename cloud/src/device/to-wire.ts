/** The wire view of a bound box: the binding plus presence, the box's last report and its picture. */
import type { Device, DeviceCopy, DeviceInfo } from '@homeport/contract/device.ts'
import type { Realm } from '../kit/realm.ts'
import type { DeviceRow } from './store.ts'

/** Facts that are known of a box beside its binding; seenAt in ms. */
export type BoxFacts = {
  presenceOf(realm: Realm, devsn: string): Promise<{ online: boolean; seenAt: number | null; version: string }>
  lastWordOf(realm: Realm, devsn: string): Promise<DeviceInfo | null>
  imagesOf(devsn: string): Device['images']
  /** Empty while no copy of the box runs. */
  copiesOf(devsn: string): Promise<DeviceCopy[]>
}

export async function viewOf(realm: Realm, row: DeviceRow, facts: BoxFacts): Promise<Device> {
  const [{ online, seenAt, version }, word, copies] = await Promise.all([
    facts.presenceOf(realm, row.devsn),
    facts.lastWordOf(realm, row.devsn),
    facts.copiesOf(row.devsn),
  ])
  return {
    devid: row.devid,
    devsn: row.devsn,
    showsn: row.devsn.slice(-4).toUpperCase(),
    name: row.name,
    isdefault: row.is_default,
    online: online ? 1 : 0,
    role: row.role,
    images: facts.imagesOf(row.devsn),
    version: word?.version ?? version,
    seen_at: seenAt === null ? null : Math.floor(seenAt / 1000),
    cpu_max_freq: word?.cpu_max_freq ?? null,
    storage: word?.status.storage ?? null,
    mem: word?.status.mem ?? null,
    ...(word && { lan: word.lan }),
    ...(copies.length > 0 && { copies }),
  }
}
