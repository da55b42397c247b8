/** When an account is to be erased, and what is then done with its posts; '' and 0 where no cancellation is under way. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('erase_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('erase_posts', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('users_erase').on('users').column('erase_at').execute()
}
