/** For tests of upgrades and backups: every row of a database, and how one reading differs from another. */
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../kit/db.ts'

/** By table; a row by column, columns in the order of their names. */
export type Tables = Map<string, { columns: string[]; rows: Record<string, unknown>[] }>

/** Those that SQLite keeps for the search by itself are left out: their rows are read through the search's own tables. */
export async function readTables(db: Db): Promise<Tables> {
  const tables: Tables = new Map()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const { rows: names } = isPostgres
    ? await sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db)
    : await sql<{ name: string }>`select name from pragma_table_list
        where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%' order by 1`.execute(db)
  for (const { name } of names) {
    const { rows: columns } = isPostgres
      ? await sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${name} order by 1`.execute(db)
      : await sql<{ name: string }>`select name from pragma_table_info(${name}) order by 1`.execute(db)
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns.map((one) => sql.ref(one.name)))}
      from ${sql.table(name)}`.execute(db)
    tables.set(name, { columns: columns.map((one) => one.name), rows: rows.map((row) => ({ ...row })) })
  }
  return tables
}

export type Difference = {
  lostTables: string[]
  /** table.column */
  lostColumns: string[]
  /** By table, how many rows of before are not there as they were, in the columns that remain. */
  lostRows: Record<string, number>
  newTables: string[]
  /** table.column */
  newColumns: string[]
  /** Tables of before that have more rows. */
  grown: string[]
}

export function differenceOf(before: Tables, after: Tables): Difference {
  const difference: Difference = { lostTables: [], lostColumns: [], lostRows: {}, newTables: [], newColumns: [], grown: [] }
  for (const [table, { columns, rows }] of before) {
    const now = after.get(table)
    if (!now) {
      difference.lostTables.push(table)
      continue
    }
    const shared = columns.filter((one) => now.columns.includes(one))
    difference.lostColumns.push(...columns.filter((one) => !shared.includes(one)).map((one) => `${table}.${one}`))
    const remaining = new Map<string, number>()
    for (const row of now.rows) add(remaining, keyOf(row, shared), 1)
    const lost = rows.filter((row) => {
      const key = keyOf(row, shared)
      if ((remaining.get(key) ?? 0) === 0) return true
      add(remaining, key, -1)
      return false
    })
    if (lost.length > 0) difference.lostRows[table] = lost.length
    if (now.rows.length > rows.length) difference.grown.push(table)
    difference.newColumns.push(...now.columns.filter((one) => !columns.includes(one)).map((one) => `${table}.${one}`))
  }
  difference.newTables.push(...[...after.keys()].filter((table) => !before.has(table)))
  return difference
}

function keyOf(row: Record<string, unknown>, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => row[column]))
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
