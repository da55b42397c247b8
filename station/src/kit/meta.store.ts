/** Key-value table of the box: counters and ids. */
import type { Db } from './db.ts'

export type MetaStore = ReturnType<typeof metaStore>

export function metaStore(db: Db) {
  async function read(key: string): Promise<string | undefined> {
    return (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value
  }
  async function write(key: string, value: string): Promise<void> {
    await db
      .insertInto('meta')
      .values({ key, value })
      .onConflict((c) => c.column('key').doUpdateSet({ value }))
      .execute()
  }
  return {
    read,
    write,
    /** The value of a key, created by `make` on the first call. */
    async once(key: string, make: () => string): Promise<string> {
      const existing = await read(key)
      if (existing !== undefined) return existing
      const made = make()
      await write(key, made)
      return made
    },
  }
}
