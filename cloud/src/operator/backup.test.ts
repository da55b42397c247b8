/** A backup taken while the cloud writes, restored elsewhere and compared row by row, on both databases. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { login } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { readCloudConfig, type CloudConfig } from '../app/config.ts'
import { dbAddressOf } from '../app/realms.ts'
import { openDb, type Db } from '../kit/db.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { differenceOf, readTables } from '../testing/tables.ts'
import { writeArchive } from './archive.ts'
import { backUp, restore } from './backup.ts'

const url = process.env.TEST_DATABASE_URL
const fixture = (program: string, name: string) => new URL(`../../../${program}/fixtures/4d4b233/${name}`, import.meta.url)
const same = { lostTables: [], lostColumns: [], lostRows: {}, newTables: [], newColumns: [], grown: [] }

let undo: (() => Promise<unknown>)[] = []
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-backup-test-'))
})
afterEach(async () => {
  for (const step of undo.reverse()) await step()
  undo = []
  await rm(folder, { recursive: true })
})

/** A data folder and databases of its own, empty. */
async function openConfig(name: string, onPostgres: boolean): Promise<CloudConfig> {
  const config = { ...readCloudConfig({ HOMEPORT_DATA: join(folder, name), HOMEPORT_LOG: 'silent' }), port: 0 }
  if (!onPostgres) return config
  const database = `backup_test_${randomBytes(6).toString('hex')}`
  await query(url ?? '', `create database ${database}`)
  undo.push(() => query(url ?? '', `drop database if exists ${database} with (force)`))
  return { ...config, databaseUrl: Object.assign(new URL(url ?? ''), { pathname: `/${database}` }).href }
}

async function query(to: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: to })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** The data of a cloud and a box that were used, with uploads. */
async function fill(config: CloudConfig): Promise<void> {
  const station = join(config.dataFolder, 'station')
  mkdirSync(join(station, 'pictures'), { recursive: true })
  mkdirSync(join(config.dataFolder, 'cloud'))
  if (config.databaseUrl) await query(config.databaseUrl, unpacked('cloud', 'postgres.sql').toString())
  else for (const lang of langs) writeFileSync(dbPath(config, lang), unpacked('cloud', `${lang}.db`))
  writeFileSync(join(station, 'station.db'), unpacked('station', 'station.db'))
  copyFileSync(fixture('station', 'key.pem'), join(station, 'key.pem'))
  writeFileSync(join(station, 'pictures', 'poster.jpg'), randomBytes(200_000))
  mkdirSync(join(station, 'offline-copies'))
  for (const name of unkept) writeFileSync(join(station, name), '1')
  mkdirSync(join(config.dataFolder, 'cloud', 'tls'))
  writeFileSync(join(config.dataFolder, 'cloud', 'tls', 'ca.pem'), randomBytes(400))
  mkdirSync(join(config.dataFolder, 'cloud', 'acme'))
  writeFileSync(join(config.dataFolder, 'cloud', 'acme', 'account.pem'), randomBytes(400))
}

const unkept = ['aria2.pid', 'pair.sock', 'page.sock', 'offline-copies/film.mp4']
const unpacked = (program: string, name: string) => gunzipSync(readFileSync(fixture(program, `${name}.gz`)))

function dbPath(config: CloudConfig, lang: 'zh' | 'en'): string {
  const location = dbAddressOf(config, lang)
  if (location.kind !== 'sqlite') throw new Error('there is no file')
  return location.path
}

/** Two rows in each transaction, until it is told to stop. */
function write(db: Db): () => Promise<number> {
  const over = new AbortController()
  const written = (async () => {
    let count = 0
    while (!over.signal.aborted) {
      count += 1
      // On SQLite nothing else here lets others have their turn.
      await setImmediate()
      await db.transaction().execute(async (trx) => {
        await sql`insert into forbidden_words (word) values (${`left ${count}`})`.execute(trx)
        await sql`insert into forbidden_words (word) values (${`right ${count}`})`.execute(trx)
      })
    }
    return count
  })()
  return () => {
    over.abort()
    return written
  }
}

const half = async (db: Db, word: string) =>
  (await sql<{ word: string }>`select word from forbidden_words where word like ${`${word} %`}`.execute(db)).rows.length

const engines = [
  { engine: 'SQLite', onPostgres: false, isHere: true },
  { engine: `PostgreSQL${url ? '' : ', skipped: no TEST_DATABASE_URL'}`, onPostgres: true, isHere: Boolean(url) },
]

for (const { engine, onPostgres, isHere } of engines) {
  describe.skipIf(!isHere)(`a backup (${engine})`, () => {
    test('holds each row, upload and file of the box as it was, and a cloud starts from it', async () => {
      const [from, to] = [await openConfig('from', onPostgres), await openConfig('to', onPostgres)]
      await fill(from)
      const cloud = await startTestCloud(from)
      const { token } = (await cloud.ask(login, { username: 'lin', password: 'a calm harbour', agreed: 1 })).data
      const picture = await sendPicture(cloud.url, token)
      await cloud.stop()

      const file = join(folder, 'homeport.tar.gz')
      await backUp(from, file)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder).sort()).toEqual(['from', 'homeport.tar.gz'])
      await restore(to, file)

      for (const lang of langs) {
        const [before, after] = [openDb(dbAddressOf(from, lang)), openDb(dbAddressOf(to, lang))]
        undo.push(
          () => before.destroy(),
          () => after.destroy(),
        )
        expect(differenceOf(await readTables(before), await readTables(after))).toEqual(same)
      }
      const boxes = [from, to].map(({ dataFolder }) => join(dataFolder, 'station'))
      const [before, after] = boxes.map((box) => openDb({ kind: 'sqlite', path: join(box, 'station.db') }))
      if (!before || !after) throw new Error('there are two')
      undo.push(
        () => before.destroy(),
        () => after.destroy(),
      )
      expect(differenceOf(await readTables(before), await readTables(after))).toEqual(same)
      for (const name of ['station/key.pem', 'station/pictures/poster.jpg', 'cloud/tls/ca.pem', 'cloud/acme/account.pem'])
        expect(readFileSync(join(to.dataFolder, name)).equals(readFileSync(join(from.dataFolder, name)))).toBe(true)
      for (const name of unkept) expect([name, existsSync(join(to.dataFolder, 'station', name))]).toEqual([name, false])
      expect(statSync(join(to.dataFolder, 'station', 'key.pem')).mode & 0o777).toBe(0o600)
      for (const name of ['tls/ca.pem', 'acme/account.pem'])
        expect(statSync(join(to.dataFolder, 'cloud', name)).mode & 0o777).toBe(0o600)
      expect(readdirSync(to.dataFolder).sort()).toEqual(['cloud', 'station'])

      const again = await startTestCloud(to)
      undo.push(() => again.stop())
      const answer = await again.ask(login, { username: 'lin', password: 'a calm harbour', agreed: 1 })
      expect(answer).toMatchObject({ code: Code.ok, data: { user: { nickname: '海港灯' } } })
      expect((await fetch(`${again.url}${picture}`)).status).toBe(200)
      // New rows get numbers that no row had.
      expect(await again.signUp('newcomer')).toMatchObject({ user_id: expect.any(String) })
    })

    test('taken while the cloud writes holds whole transactions only', async () => {
      const [from, to] = [await openConfig('from', onPostgres), await openConfig('to', onPostgres)]
      await fill(from)
      await (await startTestCloud(from)).stop()
      const db = openDb(dbAddressOf(from, 'en'))
      undo.push(() => db.destroy())
      const stop = write(db)
      await expect.poll(() => half(db, 'right')).toBeGreaterThan(3)
      const before = await half(db, 'right')
      await backUp(from, join(folder, 'homeport.tar.gz'))
      const written = await stop()
      await restore(to, join(folder, 'homeport.tar.gz'))
      const copy = openDb(dbAddressOf(to, 'en'))
      undo.push(() => copy.destroy())
      const restored = await half(copy, 'left')
      expect(restored).toBe(await half(copy, 'right'))
      expect(restored).toBeGreaterThanOrEqual(before)
      expect(restored).toBeLessThanOrEqual(written)
    })

    test('is not restored over anything', async () => {
      const from = await openConfig('from', onPostgres)
      await fill(from)
      const file = join(folder, 'homeport.tar.gz')
      await backUp(from, file)
      await expect(backUp(from, file)).rejects.toThrow(/is there already/)
      await expect(restore(from, file)).rejects.toThrow(/is not empty/)
      const used = { ...from, dataFolder: join(folder, 'elsewhere') }
      if (onPostgres) await expect(restore(used, file)).rejects.toThrow(/schema homeport_zh holds tables/)
      const cloud = await startTestCloud()
      undo.push(() => cloud.stop())
      const running = { ...(await openConfig('to', false)), port: cloud.port }
      await expect(restore(running, file)).rejects.toThrow(/is running on port/)
      expect(existsSync(running.dataFolder)).toBe(false)
    })
  })
}

describe('a backup that cannot be restored', () => {
  test('says so when it is cut off, changed, or no backup at all, and leaves nothing behind', async () => {
    const [from, to] = [await openConfig('from', false), await openConfig('to', false)]
    await fill(from)
    const file = join(folder, 'homeport.tar.gz')
    await backUp(from, file)
    const whole = readFileSync(file)
    const spoil: Record<string, () => void> = {
      'cut off': () => truncateSync(file, whole.length >> 1),
      changed: () => {
        const tar = gunzipSync(whole)
        const at = tar.indexOf('BEGIN PRIVATE KEY') + 30
        tar[at] = (tar[at] ?? 0) ^ 1
        writeFileSync(file, gzipSync(tar))
      },
      'another file': () => writeFileSync(file, 'a letter'),
    }
    for (const [how, act] of Object.entries(spoil)) {
      writeFileSync(file, whole)
      act()
      await expect(restore(to, file), how).rejects.toThrow(/is no whole backup of Homeport/)
      expect(readdirSync(to.dataFolder), how).toEqual([])
    }
  })

  test('P51: with a database that is none, is damaged inside, or is another one, is refused in words, however right its sums are', async () => {
    const [from, to] = [await openConfig('from', false), await openConfig('to', false)]
    await fill(from)
    const { steps } = await backUp(from, join(folder, 'good.tar.gz'))
    const paths = { 'cloud/en.db': dbPath(from, 'en'), 'station/station.db': join(from.dataFolder, 'station', 'station.db') }
    const spoil: Record<string, (bytes: Buffer) => Buffer> = {
      'no database': () => Buffer.from('not a db'),
      empty: () => Buffer.alloc(0),
      'cut in two': (bytes) => bytes.subarray(0, bytes.length >> 1),
      'damaged inside': (bytes) => Buffer.concat([bytes.subarray(0, 8_192), Buffer.alloc(bytes.length - 8_192, 7)]),
      'damaged in its last page': (bytes) => Buffer.concat([bytes.subarray(0, -4_096), Buffer.alloc(4_096, 7)]),
      'another program’s': () => {
        const path = join(folder, 'other.db')
        const other = new DatabaseSync(path)
        other.exec('create table if not exists notes (text)')
        other.close()
        return readFileSync(path)
      },
    }
    for (const [name, path] of Object.entries(paths))
      for (const [how, change] of Object.entries(spoil)) {
        const one = join(folder, 'one.db')
        writeFileSync(one, change(readFileSync(path)))
        const file = join(folder, `${how} ${name.replace('/', ' ')}.tar.gz`)
        const sources = Readable.from([{ name, path: one }])
        await writeArchive({ file, partial: `${file}.partial` }, sources, () => ({
          version: '1',
          made_at: 0,
          engine: 'sqlite',
          steps,
        }))
        await expect(restore(to, file), `${name} ${how}`).rejects.toThrow(
          `The database ${name} in this backup is damaged, or none of`,
        )
        expect(readdirSync(to.dataFolder), how).toEqual([])
      }
  })

  test('of a newer version, or of the other database, is refused in words', async () => {
    const [from, to] = [await openConfig('from', false), await openConfig('to', false)]
    await fill(from)
    const db = openDb(dbAddressOf(from, 'zh'))
    await sql`insert into schema_step (name, applied_at) values ('999-next-year', 0)`.execute(db)
    await db.destroy()
    const file = join(folder, 'homeport.tar.gz')
    await backUp(from, file)
    await expect(restore(to, file)).rejects.toThrow(/newer Homeport .+999-next-year of cloud\/zh\.db.+with that version/)
    expect(readdirSync(to.dataFolder)).toEqual([])
    await expect(backUp({ ...from, dataFolder: join(folder, 'nowhere') }, join(folder, 'b'))).rejects.toThrow(
      /There is no data in/,
    )
  })
})

/** Answers the path where the picture is read. */
async function sendPicture(at: string, token: string): Promise<string> {
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png')
  const response = await fetch(`${at}/en/forum/forum/upload`, {
    method: 'POST',
    headers: { Source: 'app', Token: token },
    body: form,
  })
  const { code, data }: { code: number; data: { id: string } } = await response.json()
  if (code !== Code.ok) throw new Error(`the picture was not taken: ${code}`)
  return `/en/forum/picture/${data.id}`
}
