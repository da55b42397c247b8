/** Migrates a realm's schema to this version: numbered steps, all in one transaction under a lock, the same on both databases. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import type { Db, DbAddress } from '../db.ts'
import { OperatorError } from '../operator-error.ts'

/** A file of cloud/migrations, `NNN-name.ts`: exports `up`. Columns of ms and sizes are `bigint`, flags and counts `integer`, all else `text`. */
export type Step = { name: string; up: (db: Kysely<unknown>) => Promise<void> }

const lockKey = 4_820_700

/** A step's file is loaded only when the step is applied, which saves memory at a normal start. */
export async function readSteps(folder: string): Promise<Step[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-[a-z0-9-]+\.ts$/.test(file)).sort()
  return files.map((file) => ({
    name: file.replace(/\.ts$/, ''),
    async up(db) {
      const { up }: { up: Step['up'] } = await import(pathToFileURL(join(folder, file)).href)
      await up(db)
    },
  }))
}

export async function migrate(
  db: Db,
  location: DbAddress,
  { steps, now }: { steps: readonly Step[]; now: () => number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (location.kind === 'postgres') {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
      await sql`create schema if not exists ${sql.id(location.schema)}`.execute(trx)
    }
    await trx.schema
      .createTable('schema_step')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()
    const applied = new Set((await trx.selectFrom('schema_step').select('name').execute()).map((row) => row.name))
    refuseNewer(applied, steps, location)
    for (const step of steps.filter(({ name }) => !applied.has(name))) {
      // NOTE: a step uses the schema of its time, which today's table types do not describe.
      await step.up(trx as unknown as Kysely<unknown>)
      await trx.insertInto('schema_step').values({ name: step.name, applied_at: now() }).execute()
    }
  })
}

function refuseNewer(applied: ReadonlySet<string>, steps: readonly Step[], location: DbAddress): void {
  const existing = new Set(steps.map(({ name }) => name))
  const unknown = [...applied]
    .filter((name) => !existing.has(name))
    .sort()
    .at(-1)
  if (unknown === undefined) return
  const where = location.kind === 'sqlite' ? location.path : `PostgreSQL schema ${location.schema}`
  throw new OperatorError(
    `The database (${where}) was written by a newer Homeport (its step ${unknown} is unknown here): start that version, or bring back a backup from before the update.`,
  )
}
