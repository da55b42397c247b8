/** A realm's database: its own SQLite file or its own PostgreSQL schema, with the same queries on both. */
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { nameStatement, sendNamed } from './db/named-statements.ts'
import { sharedReads } from './db/snapshot.ts'
import { busyMs, openSqlite, type Read } from './db/sqlite.ts'

/** Each store adds its tables: `declare module '../kit/db.ts' { interface Tables { … } }`. Times are integer ms, flags 0/1, JSON is text. */
export interface Tables {
  schema_step: { name: string; applied_at: number }
}

/** For reads and writes. Inside a transaction use only the transaction's own: on SQLite any other query waits for its end. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type DbAddress = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string; schema: string }

const connectionsPerRealm = 10

export function openDb(location: DbAddress): Db {
  if (location.kind === 'postgres') return openPostgres(location.url, location.schema)
  const { dialect, version, read } = openSqlite(location.path)
  const db = new Kysely<Tables>({ dialect })
  versions.set(db, version)
  readers.set(db, read)
  return db
}

const readers = new WeakMap<Db, Read>()

/** Runs a read query synchronously; undefined if it has to wait (while a transaction is open, and inside one) or the database is not in this process. */
export function readSync(db: Db, ...query: Parameters<Read>): ReturnType<Read> {
  return readers.get(db)?.(...query)
}

const versions = new WeakMap<Db, () => string | Promise<string>>()

const rowsKept = new WeakMap<Db, Map<string, Promise<unknown[]>>>()

/** The same database for requests of one version: prepared queries that are `kept` run once for equal values. */
export function withRowCache(db: Db): Db {
  const same = db.withoutPlugins()
  const read = readers.get(db)
  if (read) readers.set(same, read)
  rowsKept.set(same, new Map())
  return same
}

/** Undefined where no rows are kept. */
export function cachedRows(db: Db): Map<string, Promise<unknown[]>> | undefined {
  return rowsKept.get(db)
}

/** Changes with every write by any process; read after the call. Undefined inside a transaction. */
export async function versionOf(db: Db): Promise<string | undefined> {
  return (await versions.get(db)?.()) || undefined
}

const emptyAgainMs = 1_000
const emptiedLater = new WeakSet<Db>()

/**
 * P47: SQLite's log holds older versions of pages until it is written back and cut. PostgreSQL: docs/operating.md. Where another process reads, as a backup does, it
 * is tried again until it is done.
 */
export async function emptyLog(db: Db): Promise<void> {
  if (!readers.has(db) || emptiedLater.has(db) || (await isLogEmptied(db))) return
  emptiedLater.add(db)
  setTimeout(() => {
    emptiedLater.delete(db)
    // Closed meanwhile: its log went with it.
    emptyLog(db).catch(() => {})
  }, emptyAgainMs).unref()
}

/** Does not wait for others, since this process would stand still (P43). */
function isLogEmptied(db: Db): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection)
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection)
      return rows[0]?.busy === 0
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(busyMs)}`.execute(connection)
    }
  })
}

/** Throws if the database does not respond. */
export async function checkDb(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

const snapshotQuery = 'select pg_current_snapshot()::text as version'

function openPostgres(url: string, schema: string): Db {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(url, schema) }) })
  nameStatement(snapshotQuery)
  versions.set(
    db,
    sharedReads(async () => {
      const { rows } = await db.executeQuery<{ version: string }>(CompiledQuery.raw(snapshotQuery))
      return rows[0]?.version ?? ''
    }),
  )
  return db
}

async function openPool(url: string, schema: string): Promise<Pool> {
  // Loaded on demand: a cloud on SQLite does not need this memory.
  const { Pool, types } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    max: connectionsPerRealm,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
    options: `-c search_path=${schema}`,
    // Our integers are ms and sizes, all under 2^53: read them as numbers, as on SQLite.
    types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
  })
  // The pool replaces a connection that dies while idle; without a listener the error would end the process.
  pool.on('error', () => {})
  // The same for a connection that dies between two queries of a transaction: the next query reports the error.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    sendNamed(client)
  })
  return pool
}
