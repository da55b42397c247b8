/** A realm's rows out of a database that is in use, and into an empty one: SQLite as a copy of the file, PostgreSQL as lines of JSON. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { backup, DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openDb, type Db, type DbAddress } from '../db.ts'
import { migrate, type Step } from './migrate.ts'
import { parseJsonColumn } from '../json-column.ts'
import * as z from 'zod/mini'

type Postgres = Extract<DbAddress, { kind: 'postgres' }>

const rowsAtOnce = 500
/** All pages in one step: between two steps another's writing would make SQLite begin anew. */
const everyPage = 2 ** 31 - 1

/** One moment of the file, whoever writes to it meanwhile. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { timeout: 5_000 })
  try {
    await backup(database, to, { rate: everyPage })
  } finally {
    database.close()
  }
}

/** The names of the migrations that an SQLite file has taken, of the cloud or of the box; none where it has no such table. */
export function stepsOfSqlite(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name in ('schema_step', 'kysely_migration')")
      .all()
    return tables.flatMap((table) =>
      database
        .prepare(`select name from ${String(table.name)} order by name`)
        .all()
        .map(({ name }) => String(name)),
    )
  } finally {
    database.close()
  }
}

/** The same of a file that may be anything; undefined where SQLite finds it damaged, or no database. */
export function soundSteps(file: string): string[] | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const rows = database.prepare('pragma integrity_check(1)').all()
      if (rows.some((row) => row.integrity_check !== 'ok')) return undefined
    } finally {
      database.close()
    }
    return stepsOfSqlite(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR') return undefined
    throw error
  }
}

/** One moment of the schema: a line {"sequence", "value"} for each counter, then a line {"table"} and lines {"row"} for each table. Answers its migrations. */
export async function exportPostgres(address: Postgres, to: string): Promise<string[]> {
  const db = openDb(address)
  const file = await open(to, 'wx', 0o600)
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const { rows: sequences } = await sql<{ line: string }>`select json_build_object('sequence', sequencename,
          'value', last_value)::text as line from pg_sequences where schemaname = ${address.schema} and last_value is not null`.execute(
          trx,
        )
        for (const { line } of sequences) await file.write(`${line}\n`)
        for (const table of await tablesOf(trx, address.schema)) {
          await file.write(`${JSON.stringify({ table })}\n`)
          await sql`declare exported no scroll cursor for select row_to_json(one)::text as line from ${sql.table(table)} as one`.execute(
            trx,
          )
          for (;;) {
            const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(trx)
            if (rows.length === 0) break
            await file.write(rows.map(({ line }) => `{"row":${line}}\n`).join(''))
          }
          await sql`close exported`.execute(trx)
        }
        const steps = await trx.selectFrom('schema_step').select('name').orderBy('name').execute()
        return steps.map(({ name }) => name)
      })
  } finally {
    await file.close()
    await db.destroy()
  }
}

export async function isPostgresEmpty(address: Postgres): Promise<boolean> {
  const db = openDb(address)
  try {
    return (await tablesOf(db, address.schema)).length === 0
  } finally {
    await db.destroy()
  }
}

/** steps: those that the exported schema had taken, so that its rows fit; what is newer is taken at the next start. */
export async function importPostgres(address: Postgres, from: string, steps: readonly Step[]): Promise<void> {
  const db = openDb(address)
  try {
    await migrate(db, address, { steps, now: Date.now })
    const tables = await tablesOf(db, address.schema)
    await db.transaction().execute(async (trx) => {
      // The rows that the migrations inserted are in the export too, with their later changes.
      await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx)
      // Foreign keys point from one table to another in any order of tables: they are looked at once all rows are in.
      const keys = await dropForeignKeys(trx, address.schema)
      // The rows that a trigger would write are in the export.
      for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
      await importLines(trx, from)
      for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
      for (const key of keys) await sql.raw(key).execute(trx)
    })
  } finally {
    await db.destroy()
  }
}

/** A line that is no row: the table that the next rows belong to, or the value of a sequence. */
const Head = z.object({ table: z.optional(z.string()), sequence: z.optional(z.string()), value: z.optional(z.number()) })

async function importLines(trx: Db, from: string): Promise<void> {
  let table = ''
  let batch: string[] = []
  const insert = async () => {
    if (batch.length === 0) return
    const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(trx)
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${batch.join(',')}]`}::json)`.execute(trx)
    batch = []
  }
  for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.startsWith('{"row":')) {
      batch.push(line.slice('{"row":'.length, -1))
      if (batch.length >= rowsAtOnce) await insert()
      continue
    }
    await insert()
    const head = parseJsonColumn(Head, line)
    if (head.sequence !== undefined)
      await sql`select setval(format('%I.%I', current_schema(), ${head.sequence}::text)::regclass, ${head.value})`.execute(trx)
    table = head.table ?? ''
  }
  await insert()
}

/** Answers the statements that make them again. */
async function dropForeignKeys(trx: Db, schema: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`select conrelid::regclass::text as table,
    conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = ${schema}::regnamespace order by conname`.execute(trx)
  for (const { table, name } of rows) await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint "${name}" ${definition}`)
}

async function tablesOf(db: Db, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_type = 'BASE TABLE' order by table_name`.execute(db)
  return rows.map(({ name }) => name)
}
