/** An act that a kill cut off is finished as the person who sent it. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const inboxSender: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('inbox')
      .addColumn('sender', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
