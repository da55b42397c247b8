/** P51: a copy of a box that its owner did not keep becomes a box of its own, and nothing of the house's people stays on it. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { compileCache } from '../../../testing/compile-cache.ts'
import { until } from '../../../testing/until.ts'
import { claimRows, peopleTables } from '../shared/box-rows.store.ts'
import { openDb, type Db } from '../kit/db.ts'
import { loadIdentity, replaceIdentity } from '../kit/connection/identity.ts'
import { openTestCloud, owner, type TestCloud } from '../testing/cloud.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { readStationConfig } from './config.ts'
import { startStation, type Station } from './start.ts'

let folder: string
let cloud: TestCloud
let box: Station | undefined
let warned: string[]
let restarts: number

beforeEach(async () => {
  folder = testFolder()
  warned = []
  restarts = 0
  cloud = await openTestCloud()
})
afterEach(async () => {
  await stop()
  await cloud.stop()
  clear(folder)
})

async function start(): Promise<Station> {
  const env = { PATH: process.env.PATH, HOMEPORT_DATA: folder, HOMEPORT_CLOUD: cloud.url }
  box = await startStation(
    { ...readStationConfig(env), screenPort: 0 },
    { print: () => {}, warn: (line) => warned.push(line), random: () => 0, restart: () => (restarts += 1) },
  )
  return box
}
const stop = async () => {
  await box?.stop()
  box = undefined
}
const instanceOf = () => String(cloud.signs.at(-1)?.claims.instance)
const openRows = (at = folder) => openDb(join(at, 'station', 'station.db'), migrations)

/** A row in every table of people, and one of a download. */
async function fill(db: Db): Promise<void> {
  for (const table of peopleTables) {
    const { rows } = await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table})`.execute(db)
    const values = rows.map(({ type }) => (type.toLowerCase() === 'integer' ? sql`1` : sql`'en'`))
    await sql`insert or replace into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))}) values (${sql.join(values)})`.execute(
      db,
    )
  }
  await db.insertInto('meta').values({ key: 'box_name.en', value: 'Attic' }).execute()
}

/** How many rows of people there are, of which box, and its name. */
async function look(db: Db): Promise<{ people: number; devsn: string | undefined; names: number }> {
  let people = 0
  for (const table of peopleTables) people += (await db.selectFrom(table).selectAll().execute()).length
  const meta = await db.selectFrom('meta').selectAll().execute()
  return {
    people,
    devsn: meta.find(({ key }) => key === 'devsn')?.value,
    names: meta.filter(({ key }) => key.startsWith('box_name.')).length,
  }
}

it('P51: the copy gets a new serial and a pairing code, its people are gone and its downloads stay', async () => {
  const before = (await start()).devsn
  await cloud.hello()
  await cloud.send(before, 'en', { kind: 'household', members: [owner], name: 'Attic' })
  await until('it is bound', () => box?.pairing() === null)
  const added = await cloud.act(before, 'start_task', { url: `magnet:?xt=urn:btih:${'a'.repeat(40)}` })
  cloud.connection.dismissed = [instanceOf()]
  cloud.cut()
  cloud.open()
  await until('it is to start again', () => restarts > 0)
  await stop()
  expect(restarts).toBe(1)

  const { devsn, pairing } = await start()
  await until('it says hello', () => cloud.signs.at(-1)?.clientId === devsn)
  expect(devsn).not.toBe(before)
  expect(pairing()).toMatchObject({ devsn, code: expect.stringMatching(/^[0-9A-Z]{8}$/) })
  expect(cloud.signs.at(-1)?.claims.previous).toBe('')
  await cloud.hello(2)
  expect(JSON.stringify(await cloud.act(devsn, 'task_list', {}))).toContain(JSON.stringify(added.data).slice(2, 40))
  expect(warned.filter((line) => /of its own/.test(line))).toHaveLength(2)
  await stop()
  const db = await openRows()
  expect(await look(db)).toMatchObject({ devsn, names: 0 })
  expect((await db.selectFrom('household').selectAll().execute()).length).toBe(0)
  await db.destroy()
})

it('P51: a key that cannot be replaced is told once, and the copy stays away from the cloud', async () => {
  await start()
  await cloud.hello()
  const before = loadIdentity(join(folder, 'station')).devsn
  cloud.connection.dismissed = [instanceOf()]
  // The new key cannot be written where a folder has its name.
  mkdirSync(join(folder, 'station', 'key.pem.new'))
  const signs = cloud.signs.length
  cloud.cut()
  cloud.open()
  await until('it says so', () => warned.some((line) => line.includes('stays away')))
  await stop()
  expect([restarts, cloud.signs.length, loadIdentity(join(folder, 'station')).devsn]).toEqual([0, signs, before])
})

it('P51: a new key claims the rows at the next start, whoever made it; the same key never does', async () => {
  await start()
  await stop()
  const db = await openRows()
  await fill(db)
  await db.destroy()
  await start()
  await stop()
  const same = await openRows()
  expect((await same.selectFrom('household').selectAll().execute()).length).toBe(1)
  await same.destroy()
  replaceIdentity(join(folder, 'station'))
  const { devsn } = await start()
  await stop()
  const claimed = await openRows()
  expect(await look(claimed)).toEqual({ people: 0, devsn, names: 0 })
  await claimed.destroy()
})

it('P51: every table with a column of people is cleared', async () => {
  const db = await openDb(join(folder, 'x.db'), migrations)
  const { rows } = await sql<{ name: string; column: string }>`select t.name as name, c.name as "column"
    from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`.execute(db)
  const ofPeople = ['user_id', 'realm', 'viewer', 'session_hash', 'session', 'screen_id', 'author', 'left_at', 'watched_at']
  const tables = new Set(rows.filter(({ column }) => ofPeople.includes(column)).map(({ name }) => name))
  expect([...tables].filter((name) => !peopleTables.some((one) => one === name))).toEqual([])
  await db.destroy()
})

it('P51: wherever the change is killed, the rows are all of the box before or all of the new one', async () => {
  const at = join(folder, 'full')
  await start()
  await stop()
  const db = await openRows()
  await fill(db)
  await claimRows(db, 'OLD')
  await fill(db)
  const full = await look(db)
  await db.destroy()
  const script = fileURLToPath(new URL('../testing/claim-process.ts', import.meta.url))
  let states = 0
  for (let statement = 0, isDone = false; !isDone; statement += statement < 5 ? 1 : 4) {
    // A process takes long on a busy machine: every one of the first statements, then every fourth.
    rmSync(at, { recursive: true, force: true })
    cpSync(join(folder, 'station'), join(at, 'station'), { recursive: true, filter: (path) => !path.endsWith('.sock') })
    const { stdout, signal } = spawnSync(
      process.execPath,
      [script, join(at, 'station', 'station.db'), 'NEW', String(statement)],
      {
        env: { ...compileCache, PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
        encoding: 'utf8',
      },
    )
    isDone = stdout.includes('done')
    expect(isDone || signal === 'SIGKILL', stdout).toBe(true)
    const after = await openRows(at)
    expect([full, { people: 0, devsn: 'NEW', names: 0 }]).toContainEqual(await look(after))
    await after.destroy()
    states += 1
  }
  expect(states).toBeGreaterThan(8)
})
