/** The users bound to this box in each realm, as last received from the cloud. */
import type { Sender } from '@homeport/contract/kit/connection.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    household: { realm: string; user_id: string; role: string; name: string }
  }
}

/** A user bound to this box. */
export type Person = { realm: Lang; user_id: string; name: string; role: Sender['role'] }
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
    /** By name. */
    async people(): Promise<Person[]> {
      const rows = await db
        .selectFrom('household')
        .select(['realm', 'user_id', 'name', 'role'])
        .orderBy('name')
        .orderBy('user_id')
        .execute()
      return rows.flatMap(({ realm, role, ...person }) => {
        const lang = langs.find((one) => one === realm)
        return lang ? { ...person, realm: lang, role: role === 'owner' ? ('owner' as const) : ('member' as const) } : []
      })
    },
    /** The realms with bound users. */
    async realms(): Promise<Lang[]> {
      const rows = await db.selectFrom('household').select('realm').distinct().execute()
      return langs.filter((lang) => rows.some((row) => row.realm === lang))
    },
  }
}
