/** Plays that wait for a screen that is away, one for each. until in ms, is_paused 0/1; realm and user_id '' where the TV itself began it. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const pendingPlay: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('pending_play')
      .addColumn('screen_id', 'text', (c) => c.primaryKey())
      .addColumn('file_id', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('point_ms', 'integer', (c) => c.notNull())
      .addColumn('is_paused', 'integer', (c) => c.notNull())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('until', 'integer', (c) => c.notNull())
      .execute()
  },
}
