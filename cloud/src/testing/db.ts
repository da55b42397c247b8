/** For store tests: runs the same test on a new SQLite file and on a new PostgreSQL schema (TEST_DATABASE_URL). */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { dbAddressOf } from '../app/realms.ts'
import { openDb, type Db, type DbAddress } from '../kit/db.ts'
import { copySqlite, createDatabase, dropDatabase, postgresUrl, urlOf } from './template.ts'

export type TestDb = { db: Db; address: DbAddress; drop(): Promise<void> }

/** `open` returns an empty database with the current schema; `openBare` one without. The test drops both. */
export function eachDb(title: string, tests: (open: () => Promise<TestDb>, openBare: () => Promise<TestDb>) => void): void {
  describe(`${title} (SQLite)`, () => tests(copyOfSqlite, () => openSqlite()))
  describe.skipIf(!postgresUrl)(`${title} (PostgreSQL${postgresUrl ? '' : ', skipped: no TEST_DATABASE_URL'})`, () =>
    tests(copyOfPostgres, openPostgres),
  )
}

async function copyOfSqlite(): Promise<TestDb> {
  return openSqlite(copySqlite)
}

async function copyOfPostgres(): Promise<TestDb> {
  const name = await createDatabase()
  const address = dbAddressOf({ dataFolder: '', databaseUrl: urlOf(name) }, 'en')
  const db = openDb(address)
  return {
    db,
    address,
    async drop() {
      await db.destroy()
      await dropDatabase(name)
    },
  }
}

async function openSqlite(fill?: (path: string) => Promise<void>): Promise<TestDb> {
  const folder = await mkdtemp(join(tmpdir(), 'homeport-db-'))
  const path = join(folder, 'test.db')
  const location: DbAddress = { kind: 'sqlite', path }
  await fill?.(path)
  const db = openDb(location)
  return {
    db,
    address: location,
    async drop() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

async function openPostgres(): Promise<TestDb> {
  const location: DbAddress = { kind: 'postgres', url: postgresUrl ?? '', schema: `test_${randomBytes(6).toString('hex')}` }
  const db = openDb(location)
  return {
    db,
    address: location,
    async drop() {
      await sql`drop schema if exists ${sql.id(location.schema)} cascade`.execute(db)
      await db.destroy()
    },
  }
}

/** An account without anything of its own. */
export async function addUser(db: Db, user_id: string): Promise<void> {
  const names = { username: user_id, name_key: user_id, name_skeleton: null, password_hash: '', nickname: '', avatar: '' }
  const person = { gender: 'private', birthday: '', region: '', phone: '', area_code: '', email: '' } as const
  await db
    .insertInto('users')
    .values({ user_id, ...names, ...person, erase_at: 0, erase_posts: '', created_at: 0 })
    .execute()
}
