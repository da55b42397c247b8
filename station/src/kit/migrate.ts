/** Migrates the box's database to this version: numbered steps, all in one transaction, so that a kill at any moment leaves the old schema or the new one (P48). */
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** True for the errors of SQLite where a step meets its own work. */
export const isOwnWork = (error: unknown): boolean =>
  error instanceof Error && /already exists|duplicate column name|no such (?:index|trigger)/.test(error.message)

export type MigrationDeps = {
  migrations: Record<string, Migration>
  /** Whether statements that meet their own work are passed over. */
  passOverOwnWork: (isOn: boolean) => void
}

/**
 * Before 2.8 each statement was a commit of its own: a kill left a step done by half, and not on record. Such a step is done again, its finished statements passed over.
 * The table keeps the name and form that Kysely gave it.
 */
export async function migrate<T>(db: Kysely<T>, { migrations, passOverOwnWork }: MigrationDeps): Promise<void> {
  const apply = (isTorn: boolean) =>
    db.transaction().execute(async (trx) => {
      await sql`create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
        trx,
      )
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
      const applied = new Set(rows.map(({ name }) => name))
      const unknown = [...applied].findLast((name) => !(name in migrations))
      if (unknown !== undefined)
        throw new Error(`it was written by a newer Homeport, whose step ${unknown} is unknown here: start that version`)
      const pending = Object.entries(migrations).filter(([name]) => !applied.has(name))
      for (const [at, [name, step]] of pending.entries()) {
        passOverOwnWork(isTorn && at === 0)
        await step.up(trx)
        await sql`insert into kysely_migration (name, timestamp) values (${name}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`.execute(
          trx,
        )
      }
    })
  try {
    await apply(false)
  } catch (error) {
    if (!isOwnWork(error)) throw error
    await apply(true).finally(() => passOverOwnWork(false))
  }
}
