/** What people chose of the subtitles and audio tracks of films, and subtitles that were fetched. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const tracks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('track_choice')
      .addColumn('viewer', 'text', (col) => col.notNull())
      .addColumn('film', 'text', (col) => col.notNull())
      .addColumn('choice', 'text', (col) => col.notNull())
      .addColumn('updated_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('track_choice_key', ['viewer', 'film'])
      .execute()
    await db.schema
      .createTable('track_habit')
      .addColumn('viewer', 'text', (col) => col.primaryKey())
      .addColumn('habit', 'text', (col) => col.notNull())
      .addColumn('updated_at', 'integer', (col) => col.notNull())
      .execute()
    await db.schema
      .createTable('subtitle_offset')
      .addColumn('file_id', 'text', (col) => col.notNull())
      .addColumn('track_id', 'text', (col) => col.notNull())
      .addColumn('offset_ms', 'integer', (col) => col.notNull())
      .addColumn('updated_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('subtitle_offset_key', ['file_id', 'track_id'])
      .execute()
    await db.schema
      .createTable('fetched_subtitle')
      .addColumn('file_id', 'text', (col) => col.notNull())
      .addColumn('hit_id', 'text', (col) => col.notNull())
      .addColumn('language', 'text', (col) => col.notNull())
      .addColumn('release', 'text', (col) => col.notNull())
      .addColumn('format', 'text', (col) => col.notNull())
      .addColumn('is_hearing_impaired', 'integer', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('fetched_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('fetched_subtitle_key', ['file_id', 'hit_id'])
      .execute()
  },
}
