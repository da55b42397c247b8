/** The encodings that people chose for subtitles whose text looked wrong. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const subtitleEncoding: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('subtitle_encoding')
      .addColumn('file_id', 'text', (col) => col.notNull())
      .addColumn('track_id', 'text', (col) => col.notNull())
      .addColumn('encoding', 'text', (col) => col.notNull())
      .addColumn('updated_at', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('subtitle_encoding_key', ['file_id', 'track_id'])
      .execute()
  },
}
