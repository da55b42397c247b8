/** P43: a database that answers at once does not hold the process: what is counted is the queries between two turns of the event loop. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countTurns } from '../../../../testing/count-turns.ts'
import { handClock } from '../../../../testing/hand-clock.ts'
import { openDb } from '../db.ts'
import { createQueryTurns } from './query-turns.ts'

const longQuery = sql`with recursive count(n) as (select 1 union all select n + 1 from count where n < 40000) select max(n) from count`

test.each(['one after another', 'in a transaction'])('P43: others have their turns between many queries, %s', async (how) => {
  const db = await openDb(':memory:', {})
  const many = async (on: typeof db) => {
    for (let count = 0; count < 100; count += 1) await longQuery.execute(on)
  }
  const turns = await countTurns(() => (how === 'in a transaction' ? db.transaction().execute(many) : many(db)))
  expect(turns).toBeGreaterThan(5)
  await db.destroy()
})

test('a transaction that gives way is still by itself: what is written meanwhile comes after it', async () => {
  const db = await openDb(':memory:', {})
  await sql`create table shelf (name text)`.execute(db)
  const write = (name: string, on = db) => sql`insert into shelf values (${name})`.execute(on)
  const transaction = db.transaction().execute(async (tx) => {
    await write('first', tx)
    for (let count = 0; count < 30; count += 1) await longQuery.execute(tx)
    await write('second', tx)
  })
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([transaction, write('third')])
  const { rows } = await sql<{ name: string }>`select name from shelf order by rowid`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  await db.destroy()
})

test('a query waits for a turn of its own only where those before it took the turn', async () => {
  const clock = handClock()
  const ownTurn = createQueryTurns(clock.now)
  expect(ownTurn()).toBeUndefined()
  clock.pass(9)
  expect(ownTurn()).toBeUndefined()
  clock.pass(1)
  await ownTurn()
  expect(ownTurn()).toBeUndefined()
})
