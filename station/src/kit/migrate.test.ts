/** A kill at each statement of a migration, as the files of that moment (P48). */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { openDb } from './db.ts'

/** `npm run soak` opens what each moment leaves, `npm test` every fifth. */
const every = process.env.SOAK === '1' ? 1 : 5
let folder: string

beforeEach(() => (folder = testFolder()))
afterEach(() => {
  vi.restoreAllMocks()
  clear(folder)
})

const packed = new URL('../../fixtures/4d4b233/station.db.gz', import.meta.url)
const upTo = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))

/** Folders of data: none yet, an earlier version's, and today's. */
const before: Record<string, (file: string) => Promise<void>> = {
  'a first start': async () => undefined,
  'data of 4d4b233': async (file) => writeFileSync(file, gunzipSync(readFileSync(packed))),
  'data of today': async (file) => (await openDb(file, migrations)).destroy(),
}

/** As Homeport did it before: each statement a commit of its own. */
async function migrateByStatements(file: string, steps: Record<string, Migration>): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  const statement = (text: string) => {
    const prepared = database.prepare(text)
    return {
      reader: prepared.columns().length > 0,
      all: (values: readonly unknown[]) => prepared.all(...(values as string[])),
      run: (values: readonly unknown[]) => prepared.run(...(values as string[])),
      iterate: (values: readonly unknown[]) => prepared.iterate(...(values as string[])),
    }
  }
  const db = new Kysely({ dialect: new SqliteDialect({ database: { close: () => database.close(), prepare: statement } }) })
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => steps } }).migrateToLatest()
  await db.destroy()
  if (error) throw error
}

/** Copies of the files as kill -9 leaves them before a statement. */
async function killsOf(name: string, migrate: (file: string) => Promise<unknown>): Promise<string[]> {
  const file = join(folder, 'station.db')
  await before[name]?.(file)
  const kills: string[] = []
  let statements = 0
  const prepare = Reflect.get(DatabaseSync.prototype, 'prepare')
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text: string) {
    statements += 1
    if (statements % every === 0 && existsSync(file)) {
      const copy = join(folder, `${statements}`)
      mkdirSync(copy)
      for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, join(copy, `station.db${end}`))
      kills.push(join(copy, 'station.db'))
    }
    return prepare.call(this, text)
  })
  await migrate(file)
  spy.mockRestore()
  return kills
}

const schemaOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const parts = database
    .prepare(
      "select type, name, tbl_name, sql from sqlite_schema where name not like 'kysely_migration%' and name not like 'sqlite_%' order by type, name",
    )
    .all()
    .map((row) => ({ ...row, sql: String(row.sql).replaceAll(/\s+/g, ' ') }))
  const namesOf = (query: string) =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name))
  const steps = namesOf('select name from kysely_migration order by name')
  const tasks = namesOf('select task_id as name from task order by name')
  database.close()
  return { parts, steps, tasks }
}

async function schemaAfter(name: string) {
  const file = join(folder, 'whole.db')
  await before[name]?.(file)
  await (await openDb(file, migrations)).destroy()
  return schemaOf(file)
}

it.each(Object.keys(before))('P48: %s that is killed at any statement is opened by the next start', async (name) => {
  const whole = await schemaAfter(name)
  const kills = await killsOf(name, async (file) => (await openDb(file, migrations)).destroy())
  for (const file of kills) {
    await (await openDb(file, migrations)).destroy()
    expect(schemaOf(file)).toEqual(whole)
  }
})

it.each(['a first start', 'data of 4d4b233'])(
  'P48: %s that an earlier version left in the middle of its steps is healed, and nothing of it is lost',
  async (name) => {
    const whole = await schemaAfter(name)
    expect(whole.tasks.length > 0).toBe(name !== 'a first start')
    const kills = await killsOf(name, (file) => migrateByStatements(file, migrations))
    expect(kills.length).toBeGreaterThan(10)
    for (const file of kills) {
      await (await openDb(file, migrations)).destroy()
      expect(schemaOf(file), file).toEqual(whole)
    }
  },
)

it('a database of a newer version is refused with the step that is unknown here', async () => {
  const file = join(folder, 'station.db')
  await (await openDb(file, migrations)).destroy()
  await expect(openDb(file, upTo('084-catalog'))).rejects.toThrow(
    new RegExp(`newer Homeport, whose step ${Object.keys(migrations).at(-1)} is unknown here: start that version`),
  )
  rmSync(file)
})

it('a step that fails for another reason leaves the database as it was', async () => {
  const file = join(folder, 'station.db')
  await (await openDb(file, upTo('050-old-task-id'))).destroy()
  const old = schemaOf(file)
  const failing: Migration = {
    async up(db) {
      await db.schema.createTable('shelf').addColumn('name', 'text').execute()
      throw new Error('the disk is full')
    },
  }
  await expect(openDb(file, { ...upTo('070-task-retry'), '071-failing': failing })).rejects.toThrow('the disk is full')
  expect(schemaOf(file)).toEqual(old)
})

it('a step that meets what no torn step of before has made is refused', async () => {
  const file = join(folder, 'station.db')
  await (await openDb(file, upTo('050-old-task-id'))).destroy()
  const old = schemaOf(file)
  const shelf: Migration = { up: (db) => db.schema.createTable('shelf').addColumn('name', 'text').execute() }
  await expect(openDb(file, { ...upTo('050-old-task-id'), '051-shelf': shelf, '052-shelf': shelf })).rejects.toThrow(
    'table "shelf" already exists',
  )
  expect(schemaOf(file)).toEqual(old)
})
