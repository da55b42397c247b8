/** Small facts that the box keeps about itself: counters and ids. */
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
    /** The next value of a counter that never goes back, not even through a restart. */
    async next(key: string): Promise<number> {
      const value = Number((await read(key)) ?? '0') + 1
      await write(key, String(value))
      return value
    },
    read,
    write,
    /** The fact, made by `make` the first time it is asked for. */
    async once(key: string, make: () => string): Promise<string> {
      const known = await read(key)
      if (known !== undefined) return known
      const made = make()
      await write(key, made)
      return made
    },
  }
}
