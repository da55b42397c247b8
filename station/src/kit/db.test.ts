import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { clear, testFolder } from '../testing/downloads.ts'
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

test.skipIf(!canMount)(
  'P50: a transaction that meets a full disk tells so, and the next one is written once there is room',
  async () => {
    const folder = testFolder()
    const disk = join(folder, 'disk')
    const unmount = mountSmallDisk(disk, 4)
    try {
      const db = await openDb(join(disk, 'station.db'), {})
      await sql`create table shelf (name blob)`.execute(db)
      const fill = () =>
        db.transaction().execute(async (trx) => {
          for (let count = 0; count < 2_000; count += 1) await sql`insert into shelf values (randomblob(4000))`.execute(trx)
        })
      await expect(fill()).rejects.toThrow('database or disk is full')
      expect((await sql`select * from shelf`.execute(db)).rows).toEqual([])
      await db.transaction().execute(async (trx) => void (await sql`insert into shelf values ('one')`.execute(trx)))
      expect((await sql`select * from shelf`.execute(db)).rows).toHaveLength(1)
      await db.destroy()
    } finally {
      unmount()
      clear(folder)
    }
  },
)

test('P48: a file that is damaged where no start reads is told at the start, with what to do', async () => {
  const folder = testFolder()
  const path = join(folder, 'station.db')
  const db = await openDb(path, {})
  await sql`create table shelf (name text)`.execute(db)
  await sql`create index shelf_name on shelf (name)`.execute(db)
  for (let count = 0; count < 500; count += 1) await sql`insert into shelf values (${`film ${count}`.repeat(20)})`.execute(db)
  await db.destroy()
  const bytes = readFileSync(path)
  // A page in the middle of the table.
  bytes.fill(0, 4_096 * 12, 4_096 * 13)
  writeFileSync(path, bytes)
  await expect(openDb(path, {})).rejects.toThrow(/is damaged .*bring a backup back/s)
  clear(folder)
})
