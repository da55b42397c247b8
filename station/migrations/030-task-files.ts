/** Which files a task has on the disk, in the engine’s own spelling, and which tasks are on their way out. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const taskFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('task').addColumn('removing', 'integer').execute()
    await db.schema
      .createTable('task_file')
      .addColumn('task_id', 'text', (c) => c.notNull())
      .addColumn('file_index', 'integer', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('is_selected', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('task_file_key', ['task_id', 'file_index'])
      .execute()
    await db.schema.createIndex('task_file_by_path').on('task_file').column('path').execute()
  },
}
