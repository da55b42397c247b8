/** The bound users of this box as the cloud last sent them: rows, also kept in memory. */
import type { Sender } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { HouseholdStore, Person } from './household.store.ts'

export type Household = Awaited<ReturnType<typeof loadHousehold>>

export async function loadHousehold(store: HouseholdStore) {
  let realms: readonly Lang[] = await store.realms()
  let people: readonly Person[] = await store.people()
  return {
    /** The realms with bound users. */
    realms: (): readonly Lang[] => realms,
    /** By name. */
    people: (): readonly Person[] => people,
    isBound: (): boolean => realms.length > 0,
    isMember: (realm: Lang, user_id: string): boolean => people.some((one) => one.realm === realm && one.user_id === user_id),
    /** Undefined for a user who is not bound. */
    member: (realm: Lang, user_id: string): Person | undefined =>
      people.find((one) => one.realm === realm && one.user_id === user_id),
    /** '' for a user who is not bound. */
    nameOf: (realm: Lang, user_id: string): string =>
      people.find((one) => one.realm === realm && one.user_id === user_id)?.name ?? '',
    async replace(realm: Lang, next: readonly Sender[]): Promise<void> {
      await store.replace(realm, next)
      realms = await store.realms()
      people = await store.people()
    },
  }
}
