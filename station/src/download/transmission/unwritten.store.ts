/** Torrents that the box gave to the owner's program, and that this has not written down yet: after a kill of both they are looked for. */
import type { Db } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    unwritten_torrent: { info_hash: string }
  }
}

export type UnwrittenStore = ReturnType<typeof unwrittenStore>

export function unwrittenStore(db: Db) {
  return {
    async all(): Promise<string[]> {
      return (await db.selectFrom('unwritten_torrent').select('info_hash').execute()).map(({ info_hash }) => info_hash)
    },
    async add(info_hash: string): Promise<void> {
      await db
        .insertInto('unwritten_torrent')
        .values({ info_hash })
        .onConflict((c) => c.doNothing())
        .execute()
    },
    async remove(info_hash: string): Promise<void> {
      await db.deleteFrom('unwritten_torrent').where('info_hash', '=', info_hash).execute()
    },
  }
}
