import { afterEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDb } from '../db.ts'
import { migrate, readSteps, type Step } from './migrate.ts'
import { OperatorError } from '../operator-error.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { stepsFolder } from '../../testing/template.ts'

const now = () => 1
const later: Step = {
  name: '999-from-the-future',
  up: async (db) => db.schema.createTable('future').addColumn('id', 'text').execute(),
}

eachDb('the schema', (open, openBare) => {
  const opened: TestDb[] = []
  const keep = async (one: Promise<TestDb>) => {
    opened.push(await one)
    return one
  }
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.drop()
  })

  test('is brought to this version once, and a second start changes nothing', async () => {
    const { db, address } = await keep(openBare())
    const steps = await readSteps(stepsFolder)
    await migrate(db, address, { steps, now })
    await migrate(db, address, { steps, now: () => 2 })
    const rows = await db.selectFrom('schema_step').selectAll().orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(steps.map(({ name }) => name))
    expect(rows.every(({ applied_at }) => applied_at === 1)).toBe(true)
  })

  test('two processes that start at once both find it ready', async () => {
    const { db, address } = await keep(openBare())
    const other = openDb(address)
    const steps = await readSteps(stepsFolder)
    try {
      if (address.kind === 'sqlite') {
        // One SQLite file has one process; the lock shows between two connections in alternation.
        await migrate(db, address, { steps, now })
        await migrate(other, address, { steps, now })
      } else {
        await Promise.all([migrate(db, address, { steps, now }), migrate(other, address, { steps, now })])
      }
      expect(await other.selectFrom('schema_step').selectAll().execute()).toHaveLength(steps.length)
    } finally {
      await other.destroy()
    }
  })

  test('a newer one is refused in one sentence with the remedy, and stays untouched', async () => {
    const { db, address } = await keep(open())
    const steps = await readSteps(stepsFolder)
    await migrate(db, address, { steps: [...steps, later], now })
    const failure = await migrate(db, address, { steps, now }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OperatorError)
    expect(String(failure)).toContain('999-from-the-future')
    expect(String(failure)).toContain('start that version')
    expect(String(failure)).not.toContain('\n')
  })

  test('a step that fails leaves nothing of itself', async () => {
    const { db, address } = await keep(open())
    const steps = await readSteps(stepsFolder)
    const broken: Step = {
      name: '998-broken',
      up: async (trx) => {
        await trx.schema.createTable('half').addColumn('id', 'text').execute()
        throw new Error('no')
      },
    }
    await expect(migrate(db, address, { steps: [...steps, broken], now })).rejects.toThrow('no')
    // Queried by name: introspection of the whole database would hit schemas that other tests are dropping.
    await expect(sql`select id from half`.execute(db)).rejects.toThrow(/no such table: half|relation "half" does not exist/)
  })
})
