/** Stores the accesses by which apps open the direct socket: no secret is stored, the box's key and access_id make it. */
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Db, Tables } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** One per sign-in of a user and address of the page. session: the sign-in, as the cloud names it to this box. created_at in ms. */
    lan_access: { access_id: string; realm: string; user_id: string; session: string; origin: string; created_at: number }
  }
}

export type AccessRow = Tables['lan_access'] & { realm: Lang }
export type AccessStore = ReturnType<typeof accessStore>

export function accessStore(db: Db) {
  return {
    /** Oldest first. */
    async all(): Promise<AccessRow[]> {
      const rows = await db.selectFrom('lan_access').selectAll().orderBy('created_at').orderBy('access_id').execute()
      return rows.flatMap((row) => {
        const realm = langs.find((lang) => lang === row.realm)
        return realm ? { ...row, realm } : []
      })
    },
    async add(row: AccessRow): Promise<void> {
      await db.insertInto('lan_access').values(row).execute()
    },
    async drop(ids: readonly string[]): Promise<void> {
      await db.deleteFrom('lan_access').where('access_id', 'in', ids).execute()
    },
  }
}
