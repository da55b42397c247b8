/** Copies of a box: two processes of one identity do not throw each other off for ever, and the household is told. */
import { deviceCopied, type DeviceCopy } from '@homeport/contract/device.ts'
import type { BoxProcess } from '@homeport/contract/kit/connection.ts'
import type { Realm } from '../../kit/realm.ts'
import {
  forgetInstances,
  instancesOf,
  lockInstances,
  saveInstances,
  touchInstances,
  unseenInstances,
} from './box-instances.store.ts'
import { admit, keep, runningOf } from './box-instances.ts'

const unseenMs = 24 * 60 * 60_000
const maxSweep = 50

export type BoxCopies = ReturnType<typeof createBoxCopies>

/** realm: the one whose database has the processes of all boxes. seenAt: when a box was last connected, now while it is. */
export function createBoxCopies({
  realm,
  seenAt,
  isBound,
  now,
}: {
  realm: Realm
  seenAt: (devsn: string) => Promise<number>
  isBound: (devsn: string) => Promise<boolean>
  now: () => number
}) {
  return {
    /** A box signs in; false: another process of it holds the connection. */
    admit: async (devsn: string, process: BoxProcess): Promise<boolean> => {
      const holderSeen = await seenAt(devsn)
      return realm.change(async (trx, emit) => {
        const existing = await lockInstances(trx, devsn, now())
        const { instances, isAdmitted, isNews } = admit(existing, process, { now: now(), holderSeen })
        await saveInstances(trx, devsn, instances)
        if (isNews) await emit(deviceCopied, { devsn, is_moved: false })
        return isAdmitted
      })
    },
    /** All that run, the one that holds the connection first; empty while there is no copy. */
    of: async (devsn: string): Promise<DeviceCopy[]> => {
      const running = runningOf(await instancesOf(realm.db, devsn), now())
      return running.map(({ instance, host, since, state }) => ({
        id: instance,
        name: host,
        since: Math.floor(since / 1000),
        is_here: state === 'holder',
      }))
    },
    dismissedOf: async (devsn: string): Promise<string[]> =>
      (await instancesOf(realm.db, devsn)).filter(({ state }) => state === 'dismissed').map(({ instance }) => instance),
    /** The owner keeps this one; false if it does not run, and nothing is written. */
    async keep(devsn: string, id: string): Promise<boolean> {
      if (!keep(await instancesOf(realm.db, devsn), id, now())) return false
      return realm.change(async (trx, emit) => {
        const chosen = keep(await lockInstances(trx, devsn, now()), id, now())
        if (!chosen) return false
        await saveInstances(trx, devsn, chosen.instances)
        await emit(deviceCopied, { devsn, is_moved: chosen.isMoved })
        return true
      })
    },
    /** Forgets boxes that nobody has bound. */
    async sweep(): Promise<void> {
      const before = now() - unseenMs
      for (const devsn of await unseenInstances(realm.db, before, maxSweep)) {
        if (await isBound(devsn)) await touchInstances(realm.db, devsn, now())
        else await forgetInstances(realm.db, devsn, before)
      }
    },
  }
}
