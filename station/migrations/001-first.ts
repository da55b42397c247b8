/** The box's first tables: what it knows of itself, its household, its inbox, its mirror and its downloads. Times in ms, flags 0/1, JSON as text. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const first: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('meta')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('household')
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('household_key', ['realm', 'user_id'])
      .execute()

    await db.schema
      .createTable('inbox')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('realm', 'text', (c) => c.notNull())
      .addColumn('act', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('reply', 'text')
      .addColumn('begun_at', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('inbox_by_age').on('inbox').column('begun_at').execute()

    await db.schema
      .createTable('mirror_row')
      .addColumn('report', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('rev', 'integer', (c) => c.notNull().unique())
      .addColumn('value', 'text')
      .addPrimaryKeyConstraint('mirror_row_key', ['report', 'key'])
      .execute()

    await db.schema
      .createTable('task')
      .addColumn('task_id', 'text', (c) => c.primaryKey())
      .addColumn('seq', 'integer', (c) => c.notNull().unique())
      .addColumn('key', 'text', (c) => c.notNull().unique())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('act_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('chosen', 'text')
      .addColumn('has_begun', 'integer', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('down_size', 'integer', (c) => c.notNull())
      .addColumn('download_size', 'integer', (c) => c.notNull())
      .addColumn('total_size', 'integer', (c) => c.notNull())
      .addColumn('file_count', 'integer', (c) => c.notNull())
      .addColumn('select_count', 'integer', (c) => c.notNull())
      .addColumn('code', 'integer', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('created_at', 'integer', (c) => c.notNull())
      .addColumn('done_at', 'integer')
      .execute()
    await db.schema.createIndex('task_by_status').on('task').columns(['status', 'seq']).execute()
  },
}
