/** Opens the station's SQLite database with Kysely and migrates it to the newest schema. */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** Throws a readable error for a schema that is newer than this version, or a corrupt file. */
export async function openDb(path: string, migrations: Record<string, Migration>): Promise<Db> {
  makePrivate(path)
  const database = new DatabaseSync(path)
  // FULL: a committed write survives a power cut, not only a kill.
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

/** The file is its owner's alone; SQLite gives its log the same mode. */
function makePrivate(path: string): void {
  if (path === ':memory:') return
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
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
  // NOTE: the tables hold only text, integers and null; SQLite itself refuses anything else.
  return values as SQLInputValue[]
}
