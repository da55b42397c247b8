/** Who is bound to this box, as the cloud last said: the rows, and in memory the realms in which somebody is. */
import type { Sender } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { HouseholdStore } from './household.store.ts'

export type Household = Awaited<ReturnType<typeof openHousehold>>

export async function openHousehold(store: HouseholdStore) {
  let realms: readonly Lang[] = await store.realms()
  return {
    /** The realms in which somebody is bound. */
    realms: (): readonly Lang[] => realms,
    isBound: (): boolean => realms.length > 0,
    async replace(realm: Lang, members: readonly Sender[]): Promise<void> {
      await store.replace(realm, members)
      realms = await store.realms()
    },
  }
}
