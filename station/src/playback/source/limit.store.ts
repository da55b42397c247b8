/** The limit of the bit rate of each screen, in kbit/s. */
import type { Db } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    screen_limit: { screen_id: string; kbit: number }
  }
}

export type LimitStore = ReturnType<typeof limitStore>

export function limitStore(db: Db) {
  return {
    /** 0: none. */
    async of(screen_id: string): Promise<number> {
      const row = await db.selectFrom('screen_limit').select('kbit').where('screen_id', '=', screen_id).executeTakeFirst()
      return row?.kbit ?? 0
    },
    async keep(screen_id: string, kbit: number): Promise<void> {
      await db
        .insertInto('screen_limit')
        .values({ screen_id, kbit })
        .onConflict((c) => c.column('screen_id').doUpdateSet({ kbit }))
        .execute()
    },
    async forget(screen_id: string): Promise<void> {
      await db.deleteFrom('screen_limit').where('screen_id', '=', screen_id).execute()
    },
  }
}
