/** A realm's database: an SQLite file of its own, or a PostgreSQL schema of its own; the same queries on both. */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { openSqlite, type Read } from './db/sqlite.ts'

/** Each store adds its tables: `declare module '../kit/db.ts' { interface Tables { … } }`. Times are integer ms, flags 0/1, JSON is text. */
export interface Tables {
  schema_step: { name: string; applied_at: number }
}

/** Reads and writes go through either; inside a transaction only the transaction's own (on SQLite any other waits for its end). */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type DbPlace = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string; schema: string }

const connectionsPerRealm = 10

export function openDb(place: DbPlace): Db {
  if (place.kind === 'postgres') return openPostgres(place.url, place.schema)
  const { dialect, version, read } = openSqlite(place.path)
  const db = new Kysely<Tables>({ dialect })
  versions.set(db, version)
  readers.set(db, read)
  return db
}

const readers = new WeakMap<Db, Read>()

/** The rows of a reading query, at once; undefined where it has to wait its turn (while a transaction is open, and inside one) or the database is not in this process. */
export function readAtOnce(db: Db, ...query: Parameters<Read>): ReturnType<Read> {
  return readers.get(db)?.(...query)
}

const versions = new WeakMap<Db, () => string>()

/** The same as before only where nothing was written since, by whomever; undefined where the database does not tell (PostgreSQL, and inside a transaction). */
export function versionOf(db: Db): string | undefined {
  return versions.get(db)?.() || undefined
}

/** Fails where the database does not answer. */
export async function checkDb(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

function openPostgres(url: string, schema: string): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(url, schema) }) })
}

async function openPool(url: string, schema: string): Promise<Pool> {
  // Memory that a cloud on SQLite does not need.
  const { Pool, types } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    max: connectionsPerRealm,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
    options: `-c search_path=${schema}`,
    // Our integers are ms and sizes, all under 2^53: numbers as on SQLite.
    types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
  })
  // A connection that dies while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  // Nor one that dies between two queries of a transaction: the next query says so to who waits for it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
