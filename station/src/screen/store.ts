/** Table of admitted screens: their names and the hashes of their session cookies. */
import type { Db } from '../kit/db.ts'
import type { ScreenRow } from '../kit/tables.ts'

export type { ScreenRow }
export type ScreenStore = ReturnType<typeof screenStore>

export function screenStore(db: Db) {
  return {
    all: (): Promise<ScreenRow[]> => db.selectFrom('screen').selectAll().orderBy('created_at').execute(),
    bySession: (hash: string): Promise<ScreenRow | undefined> =>
      db.selectFrom('screen').selectAll().where('session_hash', '=', hash).executeTakeFirst(),
    byId: (screen_id: string): Promise<ScreenRow | undefined> =>
      db.selectFrom('screen').selectAll().where('screen_id', '=', screen_id).executeTakeFirst(),
    async add(row: ScreenRow): Promise<void> {
      await db.insertInto('screen').values(row).execute()
    },
    async change(screen_id: string, values: Partial<Pick<ScreenRow, 'name' | 'seen_at' | 'session_hash'>>): Promise<void> {
      await db.updateTable('screen').set(values).where('screen_id', '=', screen_id).execute()
    },
    async remove(screen_id: string): Promise<void> {
      await db.deleteFrom('screen').where('screen_id', '=', screen_id).execute()
    },
  }
}
