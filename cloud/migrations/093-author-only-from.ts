/** Since which floor a thread is for its author's eyes: what was answered since is never opened to all (P17). */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('threads')
    .addColumn('author_only_from', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
