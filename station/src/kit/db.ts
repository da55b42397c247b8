/** The box's database: one SQLite file through Kysely, brought to the newest schema when opened. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** A schema newer than this version knows, or a broken file, is refused in words. */
export async function openDb(path: string, migrations: Record<string, Migration>): Promise<Db> {
  const database = new DatabaseSync(path)
  // FULL: what was acknowledged survives a power cut, not only a kill.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyWants(database) }) })
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest()
  if (error) {
    await db.destroy()
    throw new Error(
      `The box's database ${path} cannot be used by this version (${error instanceof Error ? error.message : 'unknown schema'})`,
    )
  }
  return db
}

function asKyselyWants(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...bound(values)),
        run: (values: readonly unknown[]) => statement.run(...bound(values)),
        iterate: (values: readonly unknown[]) => statement.iterate(...bound(values)),
      }
    },
  }
}

function bound(values: readonly unknown[]): SQLInputValue[] {
  // NOTE: the tables hold text, integers and null only; SQLite itself refuses anything else.
  return values as SQLInputValue[]
}
