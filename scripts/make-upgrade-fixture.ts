/**
 * Keeps a version's data as a fixture for the tests of upgrades: runs the cloud and the station of a checkout, fills them over HTTP as people do, and writes their databases
 * to cloud/fixtures/NAME and station/fixtures/NAME. `node scripts/make-upgrade-fixture.ts CHECKOUT NAME`; with DATABASE_URL (of an empty database) the cloud runs on PostgreSQL
 * and only its schemas are written, as plain SQL. Needs ffmpeg, and pg_dump for PostgreSQL.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fill } from './upgrade-fixture/fill.ts'
import { startCheckout } from './upgrade-fixture/checkout.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [checkout, name] = process.argv.slice(2)
if (!checkout || !name) {
  console.error('Write: node scripts/make-upgrade-fixture.ts CHECKOUT NAME')
  process.exit(1)
}
const databaseUrl = process.env.DATABASE_URL ?? ''
const folder = mkdtempSync(path.join(os.tmpdir(), 'homeport-fixture-'))
const cloudFixture = path.join(root, 'cloud/fixtures', name)
const stationFixture = path.join(root, 'station/fixtures', name)

try {
  const programs = await startCheckout(path.resolve(checkout), { folder, databaseUrl })
  try {
    await fill(programs)
  } finally {
    await programs.stop()
  }
  mkdirSync(cloudFixture, { recursive: true })
  if (databaseUrl) {
    keep(path.join(cloudFixture, 'postgres.sql'), dumpPostgres())
  } else {
    mkdirSync(stationFixture, { recursive: true })
    for (const lang of ['zh', 'en'])
      keep(path.join(cloudFixture, `${lang}.db`), copySqlite(path.join(folder, 'cloud', `${lang}.db`)))
    keep(path.join(stationFixture, 'station.db'), copySqlite(path.join(folder, 'station', 'station.db')))
    copyFileSync(path.join(folder, 'station', 'key.pem'), path.join(stationFixture, 'key.pem'))
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function keep(file: string, content: Buffer): void {
  const packed = gzipSync(content, { level: 9 })
  writeFileSync(`${file}.gz`, packed)
  console.log(`${path.relative(root, file)}.gz: ${(packed.length / 1024).toFixed(0)} kB`)
}

/** The whole database in one file, without its write-ahead log; says which tables are empty, so that whoever makes a fixture sees what it does not cover. */
function copySqlite(file: string): Buffer {
  const copy = `${file}.copy`
  const database = new DatabaseSync(file)
  database.prepare('vacuum into ?').run(copy)
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const empty = tables.filter(({ name }) => !database.prepare(`select 1 from "${String(name)}" limit 1`).get())
  console.log(`${path.basename(file)}, empty tables: ${empty.map(({ name }) => String(name)).join(' ')}`)
  database.close()
  return readFileSync(copy)
}

/** Lines that only psql or a newer PostgreSQL understands are left out: the file is run as one query. */
function dumpPostgres(): Buffer {
  const { status, stdout, stderr } = spawnSync(
    'pg_dump',
    ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', '--schema=homeport_*', databaseUrl],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (status !== 0) throw new Error(stderr)
  return Buffer.from(
    stdout
      .split('\n')
      .filter((line) => !/^\\(un)?restrict /.test(line) && !line.startsWith('SET transaction_timeout'))
      .join('\n'),
  )
}
