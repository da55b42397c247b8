/** Copies what can be read of a damaged SQLite file into a new one of the same schema, which takes its place; the damaged one stays beside it. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { openDb } from '../db.ts'
import { OperatorError } from '../operator-error.ts'
import { migrate, type Step } from './migrate.ts'

export type Repaired = { path: string; damaged: string; rows: number; lostTables: string[] }

export function isSound(path: string): boolean {
  try {
    const file = new DatabaseSync(path)
    try {
      const [row] = file.prepare('pragma integrity_check(1)').all()
      return row?.integrity_check === 'ok'
    } finally {
      file.close()
    }
  } catch {
    // A file that cannot even be queried is not sound.
    return false
  }
}

/** No other program may have the file open. */
export async function repairFile(path: string, { steps, now }: { steps: readonly Step[]; now: () => number }): Promise<Repaired> {
  const newPath = `${path}.repairing`
  removeFile(newPath)
  const location = { kind: 'sqlite', path: newPath } as const
  const db = openDb(location)
  await migrate(db, location, { steps, now })
  await db.destroy()
  const from = new DatabaseSync(path)
  const to = new DatabaseSync(newPath, { enableForeignKeyConstraints: false })
  let copied: { rows: number; lostTables: string[] }
  try {
    copied = copyAll(from, to)
  } finally {
    from.close()
    to.close()
  }
  if (copied.rows === 0) {
    removeFile(newPath)
    throw new OperatorError(`Nothing of ${path} can be read: bring a backup back with npm run restore (docs/operating.md).`)
  }
  const damaged = `${path}.damaged-${new Date(now()).toISOString().replaceAll(':', '-')}`
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, damaged + end)
  renameSync(newPath, path)
  return { path, damaged, ...copied }
}

function copyAll(from: DatabaseSync, to: DatabaseSync): { rows: number; lostTables: string[] } {
  // The rows that a trigger would write are copied like all others.
  const triggers = to.prepare("select name, sql from sqlite_schema where type = 'trigger'").all()
  for (const { name } of triggers) to.exec(`drop trigger "${String(name)}"`)
  const tables = to.prepare("select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual')").all()
  const lostTables: string[] = []
  let rows = 0
  to.exec('begin')
  for (const { name } of tables) {
    const table = String(name)
    if (table.startsWith('sqlite_')) continue
    const { count, isWhole } = copyTable(table, { from, to })
    rows += count
    if (!isWhole) lostTables.push(table)
  }
  // A row whose owner could not be read would break the rules of the database.
  for (const { table, rowid } of to.prepare('pragma foreign_key_check').all())
    if (rowid !== null) to.prepare(`delete from "${String(table)}" where rowid = ?`).run(Number(rowid))
  to.exec('commit')
  for (const { sql } of triggers) to.exec(String(sql))
  return { rows, lostTables }
}

type Files = { from: DatabaseSync; to: DatabaseSync }

/** From the beginning up to the damage, then from the end back to it. */
function copyTable(table: string, { from, to }: Files): { count: number; isWhole: boolean } {
  to.exec(`delete from "${table}"`)
  let isWhole = true
  for (const order of ['asc', 'desc']) {
    try {
      for (const row of from.prepare(`select rowid, * from "${table}" order by rowid ${order}`).iterate()) insert(table, row, to)
      break
    } catch {
      // Read from the other side; that rows are missing is told in the report.
      isWhole = false
    }
  }
  const count = Number(to.prepare(`select count(*) as count from "${table}"`).get()?.count)
  return { count, isWhole }
}

function insert(table: string, row: Record<string, SQLInputValue>, to: DatabaseSync): void {
  const names = Object.keys(row)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const marks = names.map(() => '?').join(', ')
  to.prepare(`insert or ignore into "${table}" (${columns}) values (${marks})`).run(...Object.values(row))
}

function removeFile(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}
