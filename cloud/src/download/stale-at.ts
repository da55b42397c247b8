/** Age of a response from the mirror: when its box was last seen, null while it is online. */
import type { Realm } from '../kit/realm.ts'

/** seenAt in ms. */
export type PresenceOf = (realm: Realm, devsn: string) => Promise<{ online: boolean; seenAt: number | null }>

/** In seconds. */
export async function staleAtOf(
  presenceOf: PresenceOf,
  { realm, devsn, now }: { realm: Realm; devsn: string; now: number },
): Promise<number | null> {
  const { online, seenAt } = await presenceOf(realm, devsn)
  return online ? null : Math.floor((seenAt ?? now) / 1000)
}
