/** For store tests: runs the same test on a new SQLite file and on a new PostgreSQL schema (TEST_DATABASE_URL). */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe } from 'vitest'
import { openDb, type Db, type DbPlace } from '../kit/db.ts'
import { migrate, readSteps } from '../kit/db/migrate.ts'

export const stepsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

export type TestDb = { db: Db; place: DbPlace; drop(): Promise<void> }

const url = process.env.TEST_DATABASE_URL

/** `open` returns an empty database with the current schema; `openBare` one without. The test drops both. */
export function eachDb(title: string, tests: (open: () => Promise<TestDb>, openBare: () => Promise<TestDb>) => void): void {
  describe(`${title} (SQLite)`, () => tests(() => migrated(openSqlite), openSqlite))
  describe.skipIf(!url)(`${title} (PostgreSQL${url ? '' : ', skipped: no TEST_DATABASE_URL'})`, () =>
    tests(() => migrated(openPostgres), openPostgres),
  )
}

async function migrated(openBare: () => Promise<TestDb>): Promise<TestDb> {
  const bare = await openBare()
  await migrate(bare.db, bare.place, { steps: await readSteps(stepsFolder), now: () => 0 })
  return bare
}

async function openSqlite(): Promise<TestDb> {
  const folder = await mkdtemp(join(tmpdir(), 'homeport-db-'))
  const location: DbPlace = { kind: 'sqlite', path: join(folder, 'test.db') }
  const db = openDb(location)
  return {
    db,
    place: location,
    async drop() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

async function openPostgres(): Promise<TestDb> {
  const location: DbPlace = { kind: 'postgres', url: url ?? '', schema: `test_${randomBytes(6).toString('hex')}` }
  const db = openDb(location)
  return {
    db,
    place: location,
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
