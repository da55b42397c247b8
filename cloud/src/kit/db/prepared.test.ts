import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { prepared } from './prepared.ts'
import { openSqlite } from './sqlite.ts'

eachDb('a ready query', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.drop())

  const event = (id: string) => ({ id, name: 'n', data: '{}', written_at: 1, claimed_at: 0, tries: 0 })
  const found = (db: TestDb['db'], name: string) =>
    prepared(db, {
      shape: 'test of ready',
      values: { name },
      build: (slot) => db.selectFrom('outbox').select('id').where('name', '=', slot.name),
    })

  test('sees what was written before it, never what a transaction has not yet kept, and within one what it wrote itself', async () => {
    await opened.db.insertInto('outbox').values(event('a')).execute()
    expect(await found(opened.db, 'n')).toEqual([{ id: 'a' }])
    const besides: Promise<{ id: string }[]>[] = []
    const failing = opened.db.transaction().execute(async (trx) => {
      await trx.insertInto('outbox').values(event('b')).execute()
      besides.push(found(opened.db, 'n'))
      expect(await found(trx, 'n')).toHaveLength(2)
      await setTimeout(0)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await Promise.all(besides)).toEqual([[{ id: 'a' }]])
  })

  test('that writes reaches the database, and gives the rows that it made', async () => {
    const write = () =>
      prepared(opened.db, {
        shape: 'test of a ready write',
        values: { id: 'c' },
        build: (slot) =>
          opened.db
            .insertInto('outbox')
            .values({ ...event('c'), id: slot.id })
            .returning('id'),
      })
    expect(await write()).toEqual([{ id: 'c' }])
    await expect(write()).rejects.toThrow()
    expect(await found(opened.db, 'n')).toEqual([{ id: 'c' }])
  })
})

test('no value of SQLite is a whole limit: it would be compiled anew each time that one is bound', () => {
  const { dialect } = openSqlite(':memory:')
  const { sql } = new Kysely<Tables>({ dialect }).selectFrom('outbox').selectAll().limit(3).compile()
  expect(sql).toMatch(/ limit \(\? \+ 0\)$/)
})
