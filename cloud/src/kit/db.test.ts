import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachDb, type TestDb } from '../testing/db.ts'

eachDb("a realm's database", (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.drop())

  const event = (id: string) => ({ id, name: 'n', data: '{}', written_at: 1_795_248_601_839, claimed_at: 0, tries: 0 })

  test('gives times in ms back as numbers', async () => {
    await opened.db.insertInto('outbox').values(event('a')).execute()
    expect(await opened.db.selectFrom('outbox').select('written_at').executeTakeFirst()).toMatchObject({
      written_at: 1_795_248_601_839,
    })
  })

  test('says how many rows a change reached', async () => {
    await opened.db
      .insertInto('outbox')
      .values([event('a'), event('b')])
      .execute()
    const { numUpdatedRows } = await opened.db
      .updateTable('outbox')
      .set({ tries: 1 })
      .where('id', '=', 'a')
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
    const { numDeletedRows } = await opened.db.deleteFrom('outbox').executeTakeFirstOrThrow()
    expect(numDeletedRows).toBe(2n)
  })

  test('a row has every column that was asked for, whatever its name', async ({ skip }) => {
    if (opened.address.kind !== 'sqlite') return skip('rows of PostgreSQL are made by its driver')
    const columns: [string, string | number | null][] = [
      ['plain', 1],
      ["it's", 'two'],
      ['a "quoted" one', null],
      ['__proto__', 'own'],
      ['中文', '四'],
    ]
    const query = opened.db.selectNoFrom(columns.map(([name, value]) => sql<string | number | null>`${sql.lit(value)}`.as(name)))
    // Read twice: a statement is prepared once.
    for (let turn = 0; turn < 2; turn += 1) expect(Object.entries(await query.executeTakeFirstOrThrow())).toEqual(columns)
  })

  test('a transaction that fails leaves nothing', async () => {
    const failing = opened.db.transaction().execute(async (trx) => {
      await trx.insertInto('outbox').values(event('a')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await opened.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('a transaction that meets a full disk tells so, and the next one is written once there is room', async ({ skip }) => {
    const { db, address } = opened
    if (address.kind !== 'sqlite') return skip('PostgreSQL rolls back itself')
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    const limitTo = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db)
    await limitTo((rows[0]?.page_count ?? 0) + 10)
    const filling = db.transaction().execute(async (trx) => {
      for (let at = 0; at < 1_000; at += 1)
        await trx
          .insertInto('outbox')
          .values({ ...event(`id ${at}`), data: 'x'.repeat(4_000) })
          .execute()
    })
    await expect(filling).rejects.toThrow('database or disk is full')
    await limitTo(1_000_000)
    await db.transaction().execute((trx) => trx.insertInto('outbox').values(event('next')).execute())
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([{ id: 'next' }])
  })

  test('twenty transactions at once each see whole rows and all are kept', async () => {
    await opened.db.insertInto('outbox').values(event('a')).execute()
    const add = () =>
      opened.db.transaction().execute((trx) =>
        trx
          .updateTable('outbox')
          .set((row) => ({ tries: row('tries', '+', 1) }))
          .where('id', '=', 'a')
          .execute(),
      )
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await opened.db.selectFrom('outbox').select('tries').executeTakeFirst()).toMatchObject({ tries: 20 })
  })

  test('keeps foreign keys', async () => {
    const orphan = {
      token_hash: 'h',
      user_id: 'nobody',
      created_at: 0,
      seen_at: 0,
      expires_at: 0,
      ended_at: null,
      client: '',
      address: '',
    }
    await expect(opened.db.insertInto('sessions').values(orphan).execute()).rejects.toThrow(/foreign key/i)
  })

  test('keeps any text byte for byte', async () => {
    const text = `'; drop table users; -- 磁力 \u202e 🎬 "\\ é`
    await opened.db
      .insertInto('outbox')
      .values({ ...event('a'), data: text })
      .execute()
    expect(
      await opened.db
        .selectFrom('outbox')
        .select('data')
        .where(sql<boolean>`data = ${text}`)
        .executeTakeFirst(),
    ).toMatchObject({ data: text })
  })
})
