/** What plays next on each screen, and what plays now: after a restart of the box it goes on. Times and points in ms, flags 0/1; realm and user_id '' if the TV itself began it. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const playQueueTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('play_queue')
      .addColumn('entry_id', 'text', (c) => c.primaryKey())
      .addColumn('screen_id', 'text', (c) => c.notNull())
      .addColumn('place', 'integer', (c) => c.notNull())
      .addColumn('movie_id', 'text', (c) => c.notNull())
      .addColumn('file_id', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('play_queue_screen').on('play_queue').columns(['screen_id', 'place']).execute()
    await db.schema
      .createTable('now_playing')
      .addColumn('screen_id', 'text', (c) => c.primaryKey())
      .addColumn('file_id', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('point_ms', 'integer', (c) => c.notNull())
      .addColumn('is_paused', 'integer', (c) => c.notNull())
      .addColumn('speed_percent', 'integer', (c) => c.notNull())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('at', 'integer', (c) => c.notNull())
      .execute()
  },
}
