/** Key-value table of the box: counters and ids. */
import type { Db } from './db.ts'

declare module './db.ts' {
  interface Tables {
    meta: { key: string; value: string }
  }
}

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
    /** These keys, and all that begin with the prefix. */
    async drop(keys: readonly string[], prefix: string): Promise<void> {
      await db
        .deleteFrom('meta')
        .where((row) => row.or([row('key', 'in', [...keys]), row('key', 'like', `${prefix}%`)]))
        .execute()
    },
  }
}
