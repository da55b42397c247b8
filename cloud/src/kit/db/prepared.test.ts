import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Kysely, sql } from 'kysely'
import { withRowCache, type Tables } from '../db.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { forgetVariants, isPostgres, prepared, variantCounts, type Slots } from './prepared.ts'
import { openSqlite } from './sqlite.ts'

const event = (id: string) => ({ id, name: 'n', data: '{}', written_at: 1, claimed_at: 0, tries: 0 })
const byName = prepared('test: outbox by name', (db, slots: Slots<{ name: string }>) =>
  db.selectFrom('outbox').select('id').where('name', '=', slots.name),
)
const keptByName = prepared(
  'test: kept outbox by name',
  (db, slots: Slots<{ name: string }>) => db.selectFrom('outbox').select('id').where('name', '=', slots.name),
  { isKept: true },
)
const write = prepared('test: write to the outbox', (db, slots: Slots<{ id: string }>) =>
  db
    .insertInto('outbox')
    .values({ ...event('c'), id: slots.id })
    .returning('id'),
)
const someOf = prepared('test: outbox by ids', (db, slots: Slots<{ ids: readonly string[] }>, flags: { isTurned: boolean }) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('id', 'in', slots.ids)
    .orderBy('id', flags.isTurned ? 'desc' : 'asc'),
)

eachDb('a prepared query', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.drop())

  test('sees what was written before it, never what a transaction has not yet kept, and within one what it wrote itself', async () => {
    await opened.db.insertInto('outbox').values(event('a')).execute()
    expect(await byName(opened.db, { name: 'n' })).toEqual([{ id: 'a' }])
    const besides: Promise<{ id: string }[]>[] = []
    const failing = opened.db.transaction().execute(async (trx) => {
      await trx.insertInto('outbox').values(event('b')).execute()
      besides.push(byName(opened.db, { name: 'n' }))
      expect(await byName(trx, { name: 'n' })).toHaveLength(2)
      await setTimeout(0)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await Promise.all(besides)).toEqual([[{ id: 'a' }]])
  })

  test('that writes reaches the database, and gives the rows that it made', async () => {
    expect(await write(opened.db, { id: 'c' })).toEqual([{ id: 'c' }])
    await expect(write(opened.db, { id: 'c' })).rejects.toThrow()
    expect(await byName(opened.db, { name: 'n' })).toEqual([{ id: 'c' }])
  })

  test('whose rows are kept runs once for equal values of one version, and every time elsewhere', async () => {
    const version = withRowCache(opened.db)
    await opened.db.insertInto('outbox').values(event('a')).execute()
    const first = await keptByName(version, { name: 'n' })
    await opened.db.insertInto('outbox').values(event('b')).execute()
    expect(await keptByName(version, { name: 'n' })).toBe(first)
    expect(first).toEqual([{ id: 'a' }])
    expect(await keptByName(version, { name: 'other' })).toEqual([])
    expect(await byName(version, { name: 'n' })).toHaveLength(2)
    expect(await keptByName(withRowCache(opened.db), { name: 'n' })).toHaveLength(2)
    expect(await keptByName(opened.db, { name: 'n' })).toHaveLength(2)
  })

  test('is a named statement of its connection on PostgreSQL, so that it is parsed once', async () => {
    if (!isPostgres(opened.db)) return
    await opened.db.transaction().execute(async (trx) => {
      const named = async () =>
        (await sql<{ n: number }>`select count(*) as n from pg_prepared_statements where statement like '%outbox%'`.execute(trx))
          .rows
      for (const name of ['n', 'm']) await byName(trx, { name })
      expect(await named()).toEqual([{ n: 1 }])
    })
  })

  test('has one variant for each combination of flags and (on SQLite) each length of a list, and runs it with any values', async () => {
    await opened.db
      .insertInto('outbox')
      .values([event('a'), event('b'), event('c')])
      .execute()
    forgetVariants()
    const read = async (ids: string[], isTurned: boolean) =>
      (await someOf(opened.db, { ids }, { isTurned })).map(({ id }) => id).join('')
    expect([await read(['a', 'b'], false), await read(['a', 'b'], true), await read(['b', 'c'], false)]).toEqual([
      'ab',
      'ba',
      'bc',
    ])
    expect([await read(['a', 'b', 'c'], true), await read(['a'], true), await read(['c'], false)]).toEqual(['cba', 'a', 'c'])
    expect(variantCounts().get('test: outbox by ids')).toBe(isPostgres(opened.db) ? 2 : 5)
  })
})

test('SQLite: a table whose columns change is read with its new columns', async () => {
  const db = new Kysely<Tables>({ dialect: openSqlite(':memory:').dialect })
  const read = async () => (await sql`select * from things`.execute(db)).rows
  await sql`create table things (a integer)`.execute(db)
  await sql`insert into things values (1)`.execute(db)
  expect(await read()).toEqual([{ a: 1 }])
  await sql`alter table things add column b text default 'x'`.execute(db)
  expect(await read()).toEqual([{ a: 1, b: 'x' }])
})

test('a builder reads declared flags and slots only, and no slot as if it were its value', () => {
  prepared('test: types', (db, slots: Slots<{ name: string }>, flags: { isTurned: boolean }) => {
    // @ts-expect-error a flag that the caller is not asked for
    void flags.isModerator
    // @ts-expect-error a slot is no value to compare with: the SQL would depend on it
    void (slots.name === '')
    return db.selectFrom('outbox').select('id')
  })
  const wrongCalls = (db: TestDb['db']) => [
    // @ts-expect-error flags are not left out
    someOf(db, { ids: [] }),
    // @ts-expect-error nor one of them
    someOf(db, { ids: [] }, {}),
    // @ts-expect-error nor a value
    byName(db, {}),
  ]
  expect(wrongCalls).toHaveLength(1)
  expect(() => prepared('test: types', (db) => db.selectFrom('outbox').select('id'))).toThrow('two queries are named')
})

test('no value of SQLite is a whole limit: it would be compiled anew each time that one is bound', () => {
  const { dialect } = openSqlite(':memory:')
  const { sql } = new Kysely<Tables>({ dialect }).selectFrom('outbox').selectAll().limit(3).compile()
  expect(sql).toMatch(/ limit \(\? \+ 0\)$/)
})
