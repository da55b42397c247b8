/** Saves what can be read of a damaged SQLite file of the cloud into a new one, which takes its place; the damaged one stays beside it. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { langs } from '@homeport/contract/kit/promise.ts'
import { openDb } from '../kit/db.ts'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { OperatorError } from '../kit/operator-error.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

export type Repaired = { path: string; damaged: string; rows: number; lostTables: string[] }

/** Files that are sound stay as they are. Homeport must not run meanwhile. */
export async function repair({ dataFolder, now }: { dataFolder: string; now: () => number }): Promise<Repaired[]> {
  const repaired: Repaired[] = []
  for (const lang of langs) {
    const path = join(dataFolder, 'cloud', `${lang}.db`)
    if (!existsSync(path)) throw new OperatorError(`There is no database ${path}: set HOMEPORT_DATA to the data folder.`)
    if (!isSound(path)) repaired.push(await repairFile(path, now))
  }
  return repaired
}

function isSound(path: string): boolean {
  try {
    const file = new DatabaseSync(path)
    try {
      const [row] = file.prepare('pragma integrity_check(1)').all()
      return row?.integrity_check === 'ok'
    } finally {
      file.close()
    }
  } catch {
    // What cannot even be asked is not sound.
    return false
  }
}

async function repairFile(path: string, now: () => number): Promise<Repaired> {
  const fresh = `${path}.repairing`
  removeFile(fresh)
  const location = { kind: 'sqlite', path: fresh } as const
  const db = openDb(location)
  await migrate(db, location, { steps: await readSteps(migrations), now })
  await db.destroy()
  const from = new DatabaseSync(path)
  const to = new DatabaseSync(fresh, { enableForeignKeyConstraints: false })
  let copied: { rows: number; lostTables: string[] }
  try {
    copied = copyAll(from, to)
  } finally {
    from.close()
    to.close()
  }
  if (copied.rows === 0) {
    removeFile(fresh)
    throw new OperatorError(`Nothing of ${path} can be read: bring a backup back with npm run restore (docs/operating.md).`)
  }
  const damaged = `${path}.damaged-${new Date(now()).toISOString().replaceAll(':', '-')}`
  for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, damaged + end)
  renameSync(fresh, path)
  return { path, damaged, ...copied }
}

function copyAll(from: DatabaseSync, to: DatabaseSync): { rows: number; lostTables: string[] } {
  // What a trigger would write is copied.
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
