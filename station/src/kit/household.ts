/** The bound users of this box as the cloud last sent them: rows, and the realms with bound users in memory. */
import type { Sender } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { HouseholdStore } from './household.store.ts'

export type Household = Awaited<ReturnType<typeof openHousehold>>

export async function openHousehold(store: HouseholdStore) {
  let realms: readonly Lang[] = await store.realms()
  return {
    /** The realms with bound users. */
    realms: (): readonly Lang[] => realms,
    isBound: (): boolean => realms.length > 0,
    async replace(realm: Lang, members: readonly Sender[]): Promise<void> {
      await store.replace(realm, members)
      realms = await store.realms()
    },
  }
}
