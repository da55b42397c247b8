/** Films and series that a user took out of what they go on with, until they are played again. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('film_position')
    .addColumn('aside_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
