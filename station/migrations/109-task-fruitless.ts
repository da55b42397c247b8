/** Downloads whose last try brought nothing, or little and no more, go behind those that were never tried: before, only those that brought nothing did. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const taskFruitless: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('task')
      .addColumn('is_fruitless', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update task set is_fruitless = 1 where tries > 1 or (tries = 1 and tried_size = 0)`.execute(db)
  },
}
