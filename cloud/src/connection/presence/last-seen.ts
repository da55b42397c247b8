/** Stores when a bound box was last seen: at each change of its presence, and every minute while it is connected, so that it is right even after a kill. */
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Realm } from '../../kit/realm.ts'
import type { PresenceRegistry } from './presence.ts'
import { saveLastSeen } from '../base/store.ts'

const touchMs = 60_000

export type LastSeen = ReturnType<typeof createLastSeen>

export function createLastSeen({
  realmOf,
  isBound,
  presence,
  now,
  elapsed,
}: {
  realmOf: (lang: Lang) => Realm
  isBound: (lang: Lang, devsn: string) => Promise<boolean>
  presence: PresenceRegistry
  now: () => number
  elapsed: () => number
}) {
  let touchedAt = elapsed()

  /** Stored for bound boxes only; an unbound one that is offline is forgotten. */
  async function save(devsn: string, { epoch, version, at }: { epoch: number; version: string; at: number }): Promise<void> {
    let isBoundAnywhere = false
    for (const lang of langs) {
      if (!(await isBound(lang, devsn))) continue
      isBoundAnywhere = true
      await saveLastSeen(realmOf(lang).db, { devsn, epoch, version, at })
    }
    if (!isBoundAnywhere) presence.forget(devsn)
  }

  return {
    save,
    /** Saves the box as seen now if it is online. */
    async saveNow(devsn: string): Promise<void> {
      const epoch = presence.epochOf(devsn)
      if (epoch !== undefined && presence.isOnline(devsn))
        await save(devsn, { epoch, version: presence.versionOf(devsn), at: now() })
    },
    /** Called every few seconds. */
    async touch(): Promise<void> {
      if (elapsed() - touchedAt < touchMs) return
      touchedAt = elapsed()
      for (const { devsn, epoch, version } of presence.ours()) await save(devsn, { epoch, version, at: now() })
    },
  }
}
