/** Files that phones send, while they are not complete. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const fileUpload: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('file_upload')
      .addColumn('upload_id', 'text', (col) => col.primaryKey())
      .addColumn('owner', 'text', (col) => col.notNull())
      .addColumn('path', 'text', (col) => col.notNull())
      .addColumn('part', 'text', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('size', 'integer', (col) => col.notNull())
      .addColumn('created_at', 'integer', (col) => col.notNull())
      .execute()
  },
}
