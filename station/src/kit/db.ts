/** Opens the station's SQLite database with Kysely and migrates it to the newest schema. */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, sql, SqliteDialect, type DatabaseConnection, type Driver, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { DiskFull, hasNoRoom, isDamaged, isDiskFull } from './disk-full.ts'
import { isOwnWork, migrate } from './migrate.ts'
import { SettingError } from './setting-error.ts'
import { createQueryTurns } from './turns/query-turns.ts'

/** Each store adds its tables: `declare module '../kit/db.ts' { interface Tables { … } }`. Times in ms, flags 0/1, JSON as text. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the stores fill it
export interface Tables {}

export type Db = Kysely<Tables>

/** Refuses a schema that is newer than this version, and a damaged or unwritable file, in one sentence. */
export async function openDb(path: string, migrations: Record<string, Migration>): Promise<Db> {
  const { database, passOverOwnWork } = asKyselyWants(openFile(path))
  const db = new Kysely<Tables>({ dialect: new SqliteDialectInTurns({ database }) })
  try {
    await migrate(db, { migrations, passOverOwnWork })
  } catch (error) {
    await db.destroy()
    throw unusable(path, error)
  }
  return db
}

/**
 * A transaction that does not wait for the disk, for what the next scan would find again. A kill loses nothing; a power cut may lose it, but only together with all
 * that was written after it: the next commit of another kind brings it to the disk.
 */
export function writeUnsynced<T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma synchronous = full`.execute(connection)
    }
  })
}

function openFile(path: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makePrivate(path)
    database = new DatabaseSync(path)
    // FULL: a committed write survives a power cut, not only a kill.
    // The log is written back less often: a scan rewrites the same pages many times.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA busy_timeout = 5000',
    )
    // A damage deep in the file shows at the start, not in the middle of the night.
    const [{ quick_check: result } = {}] = database.prepare('PRAGMA quick_check(1)').all()
    if (result !== 'ok') throw Object.assign(new Error(String(result)), { errcode: corrupt })
    return database
  } catch (error) {
    database?.close()
    throw unusable(path, error)
  }
}

/** SQLITE_CORRUPT */
const corrupt = 11
/** SQLITE_IOERR, SQLITE_CANTOPEN: also where there is no room for the index of its log, or no inode for either. */
const roomlessCodes = [10, 14]
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN */
const unwritableCodes = [8, 10, 13, 14]

/** The error that says why the file cannot be used, and how to mend it. */
function unusable(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : 'unknown schema'
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (isDiskFull(error) || (roomlessCodes.includes(code) && hasNoRoom(dirname(path)))) return new DiskFull(dirname(path))
  const isUnwritable = unwritableCodes.includes(code) || (error instanceof Error && 'syscall' in error)
  if (isDamaged(error)) return new SettingError(damagedSentence(path, reason))
  if (isUnwritable)
    return new SettingError(
      `The box's database ${path} cannot be opened (${reason}): make its folder writable, or set HOMEPORT_DATA to a folder that is.`,
    )
  return new SettingError(`The box's database ${path} cannot be used by this version (${reason})`)
}

/** The sentence for whoever runs the box. */
export function damagedSentence(path: string, reason: string): string {
  return `The box's database ${path} is damaged (${reason}): bring a backup back (docs/operating.md), or move the file away to begin with an empty list of downloads; what was downloaded stays.`
}

/** The file is its owner's alone; SQLite gives its log the same mode. */
function makePrivate(path: string): void {
  if (path === ':memory:') return
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

/** Its queries give way to others, inside a transaction too: the connection stays with that. */
class SqliteDialectInTurns extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    const bounded = new WeakSet<DatabaseConnection>()
    const ownTurn = createQueryTurns()
    driver.acquireConnection = async (...options) => {
      const connection = await acquire(...options)
      if (bounded.has(connection)) return connection
      bounded.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = async (...query) => {
        await ownTurn()
        return execute(...query)
      }
      return connection
    }
    return driver
  }
}

/** Preparing a statement takes longer than most of them run. Long ones, with the values of many rows, take too much memory. */
const statementsKept = 300
const maxKeptLength = 2_000

function asKyselyWants(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof prepare>>()
  let isOwnWorkPassed = false

  function prepare(sql: string) {
    const statement = prepareUnlessDone(sql)
    if (!statement) return nothing
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...bound(values)),
      run(values: readonly unknown[]) {
        // The columns of a table may be others afterwards.
        if (/^\s*(create|alter|drop)\b/i.test(sql)) statements.clear()
        return statement.run(...bound(values))
      },
      // A statement of its own: another query of the same text may run in between.
      iterate: (values: readonly unknown[]) => database.prepare(sql).iterate(...bound(values)),
    }
  }

  /** SQLite says at once where a table, a column or an index is there already, or is none. */
  function prepareUnlessDone(sql: string) {
    try {
      return database.prepare(sql)
    } catch (error) {
      if (isOwnWorkPassed && isOwnWork(error)) return undefined
      throw error
    }
  }

  return {
    passOverOwnWork: (isOn: boolean) => void (isOwnWorkPassed = isOn),
    database: {
      close: () => database.close(),
      prepare(sql: string) {
        // SQLite has ended it itself, as where the disk is full: its first error is the one to be told.
        if (sql === 'rollback' && !database.isTransaction) return nothing
        const existing = statements.get(sql)
        if (existing) return existing
        if (statements.size >= statementsKept) statements.clear()
        const prepared = prepare(sql)
        if (sql.length <= maxKeptLength && prepared !== nothing) statements.set(sql, prepared)
        return prepared
      },
    },
  }
}

/** A statement whose work is done already. */
const nothing = { reader: false, all: () => [], run: () => ({ changes: 0, lastInsertRowid: 0 }), iterate: () => [].values() }

function bound(values: readonly unknown[]): SQLInputValue[] {
  // NOTE: the tables hold only text, integers and null; SQLite itself refuses anything else.
  return values as SQLInputValue[]
}
