/**
 * Kysely dialect for node:sqlite: one connection per file, statements prepared once. Kysely admits one query at a time, so other queries wait for the end of a
 * transaction.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { compileFunction } from 'node:vm'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  type QueryResult,
} from 'kysely'

const statementsKept = 500
/** An ordinary query waits so long for another process that writes. */
export const busyMs = 5_000
const retryMs = 50
/** SQLITE_BUSY */
const busyCode = 5

export type Read = (sql: string, parameters: readonly unknown[]) => unknown[] | undefined

/**
 * version: changes with every write, in this process or another; '' before the first query. read: the rows without queueing; undefined for a writing statement,
 * while a transaction is open, and before the first query.
 */
export function openSqlite(path: string): { dialect: Dialect; version: () => string; read: Read } {
  const driver = new SqliteDriver(path)
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  }
  return { dialect, version: () => driver.version(), read: (sql, parameters) => driver.read(sql, parameters) }
}

/** SQLite recompiles a statement whenever a bound value is its whole limit, which takes longer than running it; a sum avoids this. */
class Compiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit (')
    this.visitNode(limit)
    this.append(' + 0)')
  }
}

/** NOTE: node:sqlite blocks while it runs (microseconds per query), so one connection is enough, and this process never waits for its own lock. */
class SqliteDriver implements Driver {
  readonly #path: string
  #connection: SqliteConnection | undefined

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#connection = await openWhenFree(this.#path)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#connection) throw new Error('The database is closed')
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  version(): string {
    return this.#connection?.version() ?? ''
  }

  read(sql: string, parameters: readonly unknown[]): unknown[] | undefined {
    return this.#connection?.read(sql, parameters)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // IMMEDIATE takes the write lock at the start, so that no transaction fails half way for lack of it.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has ended it itself, as where the disk is full: its first error is the one to be told.
    if (this.#connection?.isInTransaction === false) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
    this.#connection = undefined
  }
}

/** SQLite fails at once, despite the timeout, if two processes switch a new file to WAL at the same time: one of them retries. */
async function openWhenFree(path: string, triesLeft = busyMs / retryMs): Promise<SqliteConnection> {
  try {
    return new SqliteConnection(path)
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === busyCode
    if (!isBusy || triesLeft <= 0) throw error
    await setTimeout(retryMs)
    return openWhenFree(path, triesLeft - 1)
  }
}

/** The file is its owner's alone; SQLite gives its log the same mode. */
function makePrivate(path: string): void {
  if (path === ':memory:') return
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}

type Values = readonly SQLOutputValue[]
/** toRow: undefined for a statement without rows. */
type Prepared = { statement: StatementSync; toRow: ((values: Values) => Row) | undefined; isSelect: boolean }
type Row = Record<string, SQLOutputValue>

function rowsOf(statement: StatementSync, parameters: SQLInputValue[]): Values[] {
  // NOTE: after setReturnArrays a row is an array, which the types of node:sqlite cannot express.
  return statement.all(...parameters) as unknown as Values[]
}

/** By the columns: statements that give the same ones share it. */
const rowMakers = new Map<string, (values: Values) => Row>()

/** The objects that node:sqlite makes itself are dictionaries, slow to make and to read. One literal with all columns gives the rows of a statement one shape. */
function rowMaker(names: readonly string[]): (values: Values) => Row {
  const fields = names.map((name, at) => `[${JSON.stringify(name)}]: values[${at}]`).join(', ')
  const existing = rowMakers.get(fields)
  if (existing) return existing
  // NOTE: the compiled function gives an object of these columns.
  const toRow = compileFunction(`return { ${fields} }`, ['values']) as (values: Values) => Row
  rowMakers.set(fields, toRow)
  return toRow
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync
  readonly #statements = new Map<string, Prepared>()
  /** Rows that this connection has changed so far. */
  #changes = 0

  constructor(path: string) {
    makePrivate(path)
    this.#file = new DatabaseSync(path, { timeout: busyMs })
    try {
      // P47: secure_delete overwrites what is deleted, which else would stand in free pages.
      this.#file.exec(
        `pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 4000; pragma foreign_keys = on;
        pragma secure_delete = on`,
      )
    } catch (error) {
      this.#file.close()
      throw error
    }
  }

  get isInTransaction(): boolean {
    return this.#file.isTransaction
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, toRow, isSelect } = this.#prepared(query.sql)
    // NOTE: Kysely types parameters as unknown; node:sqlite itself refuses what it cannot store.
    const parameters = query.parameters as SQLInputValue[]
    if (toRow) {
      const rows = rowsOf(statement, parameters).map(toRow)
      if (!isSelect) this.#changes += rows.length
      return { rows: rows as R[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    // The columns of a table may be others now.
    if (/^\s*(create|alter|drop)\b/i.test(query.sql)) this.#statements.clear()
    this.#changes += Number(changes)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  /** Changes of this connection, and whether another one made any. */
  version(): string {
    const [others] = rowsOf(this.#prepared('pragma data_version').statement, [])
    return `${this.#changes}.${String(others?.[0])}`
  }

  /** NOTE: a read outside a transaction is synchronous: no other code of ours runs in between. */
  read(sql: string, parameters: readonly unknown[]): unknown[] | undefined {
    if (this.#file.isTransaction) return undefined
    const { statement, toRow, isSelect } = this.#prepared(sql)
    return isSelect && toRow ? rowsOf(statement, parameters as SQLInputValue[]).map(toRow) : undefined
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  #prepared(sql: string): Prepared {
    const existing = this.#statements.get(sql)
    if (existing) return existing
    if (this.#statements.size >= statementsKept) this.#statements.clear()
    const statement = this.#file.prepare(sql)
    statement.setReturnArrays(true)
    const names = statement.columns().map(({ name }) => name)
    // `insert … returning` returns rows but is not a read.
    const prepared = { statement, toRow: names.length > 0 ? rowMaker(names) : undefined, isSelect: /^\s*select\b/i.test(sql) }
    this.#statements.set(sql, prepared)
    return prepared
  }
}
