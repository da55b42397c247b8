/** The wire view of a bound box: the binding plus presence and the box's last report. */
import type { Device, DeviceInfo } from '@homeport/contract/device.ts'
import type { Realm } from '../kit/realm.ts'
import type { DeviceRow } from './store.ts'

/** Presence and last connection of a box; seenAt in ms. */
export type BoxPresence = {
  presenceOf(realm: Realm, devsn: string): Promise<{ online: boolean; seenAt: number | null; version: string }>
  lastWordOf(realm: Realm, devsn: string): Promise<DeviceInfo | null>
}

export async function viewOf(realm: Realm, row: DeviceRow, presence: BoxPresence): Promise<Device> {
  const [{ online, seenAt, version }, word] = await Promise.all([
    presence.presenceOf(realm, row.devsn),
    presence.lastWordOf(realm, row.devsn),
  ])
  return {
    devid: row.devid,
    devsn: row.devsn,
    showsn: row.devsn.slice(-4).toUpperCase(),
    name: row.name,
    isdefault: row.is_default,
    online: online ? 1 : 0,
    role: row.role,
    images: { x1: '', x2: '' },
    version: word?.version ?? version,
    seen_at: seenAt === null ? null : Math.floor(seenAt / 1000),
    cpu_max_freq: word?.cpu_max_freq ?? null,
    storage: word?.status.storage ?? null,
    mem: word?.status.mem ?? null,
    ...(word && { lan: word.lan }),
  }
}
