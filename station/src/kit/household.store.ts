/** The users bound to this box in each realm, as last received from the cloud. */
import type { Sender } from '@homeport/contract/kit/link.ts'
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import type { Db } from './db.ts'

export type HouseholdStore = ReturnType<typeof householdStore>

export function householdStore(db: Db) {
  return {
    async replace(realm: Lang, members: readonly Sender[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('household').where('realm', '=', realm).execute()
        if (members.length === 0) return
        const rows = members.map(({ user_id, role, name }) => ({ realm, user_id, role, name }))
        await tx.insertInto('household').values(rows).execute()
      })
    },
    async members(): Promise<(Sender & { realm: Lang })[]> {
      const rows = await db.selectFrom('household').selectAll().execute()
      return rows.flatMap(({ realm, user_id, role, name }) => {
        const lang = langs.find((one) => one === realm)
        return lang ? [{ realm: lang, user_id, name, role: role === 'owner' ? ('owner' as const) : ('member' as const) }] : []
      })
    },
    /** The realms with bound users. */
    async realms(): Promise<Lang[]> {
      const rows = await db.selectFrom('household').select('realm').distinct().execute()
      return langs.filter((lang) => rows.some((row) => row.realm === lang))
    },
  }
}
