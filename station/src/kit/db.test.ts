import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb, writeUnsynced } from './db.ts'

test('what does not wait for the disk leaves all other writes as safe as before, also when it fails', async () => {
  const db = await openDb(':memory:', {})
  const synchronous = async () => (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous
  const full = await synchronous()
  expect(full).toBe(2)
  const during = await writeUnsynced(db, async (tx) => {
    await sql`create table shelf (name text)`.execute(tx)
    return (await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)).rows[0]?.synchronous
  })
  expect(during).toBe(1)
  expect(await synchronous()).toBe(full)
  const failing = writeUnsynced(db, async (tx) => {
    await sql`insert into shelf values ('one')`.execute(tx)
    throw new Error('full')
  })
  await expect(failing).rejects.toThrow('full')
  expect(await synchronous()).toBe(full)
  expect((await sql`select * from shelf`.execute(db)).rows).toEqual([])
  await db.destroy()
})
