/** A screen may be the browser of one user: kind 'here' with the user, and 'tv' for all others. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const screenKind: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [column, value] of [
      ['kind', 'tv'],
      ['realm', ''],
      ['user_id', ''],
    ] as const)
      await db.schema
        .alterTable('screen')
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(value))
        .execute()
  },
}
