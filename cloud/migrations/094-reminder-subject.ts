/** Reminders are found by the post that they tell of; in the order of its letters' numbers, whatever the server's language. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await sql`create index reminders_subject on reminders (subject ${isPostgres ? sql`collate "C"` : sql``})`.execute(db)
}
