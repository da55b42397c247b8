/** Runs a bench on a cloud over SQLite and on one over a fresh PostgreSQL database (TEST_DATABASE_URL); bulk rows are inserted by the same SQL in both. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { describe } from 'vitest'
import { openPrograms, type Bench } from './programs.ts'

export type Engine = 'SQLite' | 'PostgreSQL'
/** Runs in one transaction, in the realm en. */
export type Run = (statements: readonly string[]) => Promise<void>
export type World = { engine: Engine; bench: Bench; run: Run }

/** A table n with the numbers `from` to `most`, for the statement that follows. */
export const numbers = (most: number, from = 1) =>
  `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${most})`

const url = process.env.TEST_DATABASE_URL

export function eachEngine(title: string, bench: (open: () => Promise<World & { stop: () => Promise<void> }>) => void): void {
  describe(`${title} (SQLite)`, () => bench(openSqlite))
  describe.skipIf(!url)(`${title} (PostgreSQL${url ? '' : ', skipped: no TEST_DATABASE_URL'})`, () => bench(openPostgres))
}

async function openSqlite() {
  const bench = await openPrograms({ station: false })
  const run: Run = async (statements) => {
    const file = new DatabaseSync(path.join(bench.folder, 'cloud', 'en.db'), { timeout: 10_000 })
    for (const statement of ['begin', ...statements, 'commit']) file.exec(statement)
    file.close()
    // Yields after the blocking write: connections closed by the cloud meanwhile are noticed before they are reused.
    await setTimeout(10)
  }
  return { engine: 'SQLite' as const, bench, run, stop: () => bench.stop() }
}

async function openPostgres() {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const databaseUrl = Object.assign(new URL(url ?? ''), { pathname: `/${name}` }).href
  await query(url ?? '', [`create database ${name}`])
  const bench = await openPrograms({ station: false, env: { DATABASE_URL: databaseUrl } })
  const run: Run = (statements) =>
    query(databaseUrl, ['set search_path to homeport_en', 'begin', ...statements, 'commit', 'vacuum analyze'])
  const stop = async () => {
    await bench.stop()
    await query(url ?? '', [`drop database ${name} with (force)`])
  }
  return { engine: 'PostgreSQL' as const, bench, run, stop }
}

async function query(to: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: to })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
