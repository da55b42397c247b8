/** Databases with the current schema that the tests copy: to take all its steps for each test would be most of what a test computes. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { langs } from '@homeport/contract/kit/operation.ts'
import { dbAddressOf } from '../app/realms.ts'
import { openDb, type DbAddress } from '../kit/db.ts'
import { migrate, readSteps } from '../kit/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of the PostgreSQL database with both realms in the current schema. */
    postgresTemplate: string
  }
}

export const stepsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
export const postgresUrl = process.env.TEST_DATABASE_URL

/** The whole run: the database that the PostgreSQL tests copy; dropped at the end. */
export default async function provideTemplate({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!postgresUrl) return undefined
  const name = `test_template_${randomBytes(6).toString('hex')}`
  await admin(`create database ${name}`)
  for (const lang of langs) await migrateTo(dbAddressOf({ dataFolder: '', databaseUrl: urlOf(name) }, lang))
  provide('postgresTemplate', name)
  return () => dropDatabase(name)
}

/** With the current schema where the run provides it, else empty; returns its name. */
export async function createDatabase(): Promise<string> {
  const name = `cloud_test_${randomBytes(6).toString('hex')}`
  const template = inject('postgresTemplate')
  await admin(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  return name
}

export async function dropDatabase(name: string): Promise<void> {
  await admin(`drop database if exists ${name} with (force)`)
}

/** Returns the URL of a new database at each call; all are dropped at the end. */
export function freshDatabase(): () => Promise<string> {
  const names: string[] = []
  afterAll(async () => {
    for (const name of names) await dropDatabase(name)
  })
  return async () => {
    const name = await createDatabase()
    names.push(name)
    return urlOf(name)
  }
}

let sqliteFile: Promise<Buffer> | undefined

/** Puts a database with the current schema at `path`. */
export async function copySqlite(path: string): Promise<void> {
  sqliteFile ??= makeSqlite()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, await sqliteFile, { mode: 0o600 })
}

async function makeSqlite(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'homeport-template-'))
  const path = join(folder, 'template.db')
  await migrateTo({ kind: 'sqlite', path })
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

async function migrateTo(address: DbAddress): Promise<void> {
  const db = openDb(address)
  await migrate(db, address, { steps: await readSteps(stepsFolder), now: () => 0 })
  await db.destroy()
}

export function urlOf(name: string): string {
  return Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href
}

async function admin(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
