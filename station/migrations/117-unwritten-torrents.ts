/** Torrents that the owner's program may have lost after a kill, so that the box looks for them though it was killed too. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const unwrittenTorrents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('unwritten_torrent')
      .addColumn('info_hash', 'text', (c) => c.primaryKey())
      .execute()
  },
}
