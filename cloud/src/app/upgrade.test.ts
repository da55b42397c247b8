/** A cloud's data of an earlier version (cloud/fixtures, made by scripts/make-upgrade-fixture.ts) is opened by today's cloud, and nothing of it is lost. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { login, profile } from '@homeport/contract/account.ts'
import { addresses } from '@homeport/contract/address.ts'
import { listDevices } from '@homeport/contract/device.ts'
import { listTasks } from '@homeport/contract/download/download.ts'
import { boards, replies, threads } from '@homeport/contract/forum.ts'
import { searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { conversation, conversations } from '@homeport/contract/message.ts'
import { listFilms } from '@homeport/contract/movie/movie.ts'
import { listHistory } from '@homeport/contract/movie/watch-history.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { openDb } from '../kit/db.ts'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { stepsFolder } from '../testing/template.ts'
import { differenceOf, readTables, type Tables } from '../testing/tables.ts'
import { dbAddressOf } from './realms.ts'

/** Tables that migrations after the fixture's version add or fill, and columns that they drop; each is listed here. A new column loses nothing and needs no line. */
const intended = {
  // Computed from the film's own columns, which stay.
  lostColumns: {
    '100-film-library': ['films.rating_down', 'films.rating_up', 'films.year_down', 'films.year_up'],
    // Now in film_pictures, with the other pictures.
    '101-series-and-history': ['films.poster'],
  },
  newTables: {
    '097-reply-words': ['reply_numbers', 'reply_words'],
    '101-series-and-history': ['film_episodes', 'film_pictures', 'unreadable_files'],
    '102-film-searches': ['film_searches'],
    '103-own-guides': ['guide_videos'],
    '105-app-releases': ['app_releases'],
    '106-push': ['push_keys', 'push_queue', 'push_subscriptions'],
    '109-box-changes': ['box_changes'],
    '112-box-instances': ['link_instances'],
    '112-search-letters': ['reindexing'],
    // Made by 108-webview-codes under another name.
    '113-session-codes': ['session_codes'],
  },
  grown: { every: ['schema_step'], '098-short-words': ['search_forms', 'search_words'] },
}
const all = (changes: Record<string, string[]>) => Object.values(changes).flat().sort()

const fixture = (name: string) => gunzipSync(readFileSync(new URL(`../../fixtures/4d4b233/${name}.gz`, import.meta.url)))
const url = process.env.TEST_DATABASE_URL
type Config = { dataFolder: string; databaseUrl: string | undefined }

let undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.reverse()) await step()
  undo = []
})

async function openSqliteFixture(): Promise<Config> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-upgrade-'))
  undo.push(() => rm(dataFolder, { recursive: true }))
  mkdirSync(join(dataFolder, 'cloud'))
  for (const lang of langs) writeFileSync(join(dataFolder, 'cloud', `${lang}.db`), fixture(`${lang}.db`))
  return { dataFolder, databaseUrl: undefined }
}

async function openPostgresFixture(): Promise<Config> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'homeport-upgrade-'))
  undo.push(() => rm(dataFolder, { recursive: true }))
  const name = `upgrade_test_${randomBytes(6).toString('hex')}`
  await query(url ?? '', `create database ${name}`)
  undo.push(() => query(url ?? '', `drop database if exists ${name} with (force)`))
  const databaseUrl = Object.assign(new URL(url ?? ''), { pathname: `/${name}` }).href
  await query(databaseUrl, fixture('postgres.sql').toString())
  return { dataFolder, databaseUrl }
}

async function query(to: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: to })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** The rows before and after this version's migrations. */
async function upgraded(config: Config, lang: Lang): Promise<{ before: Tables; after: Tables }> {
  const location = dbAddressOf(config, lang)
  const db = openDb(location)
  try {
    const before = await readTables(db)
    await migrate(db, location, { steps: await readSteps(stepsFolder), now: () => 0 })
    return { before, after: await readTables(db) }
  } finally {
    await db.destroy()
  }
}

const engines = [
  { engine: 'SQLite', open: openSqliteFixture, isHere: true },
  { engine: `PostgreSQL${url ? '' : ', skipped: no TEST_DATABASE_URL'}`, open: openPostgresFixture, isHere: Boolean(url) },
]

for (const { engine, open, isHere } of engines) {
  describe.skipIf(!isHere)(`data of 4d4b233 (${engine})`, () => {
    for (const lang of langs) {
      test(`every row of ${lang} is there after the migrations, and they change only what they mean to`, async () => {
        const { before, after } = await upgraded(await open(), lang)
        expect([...before.values()].filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(30)
        const { newTables, newColumns: _, grown, ...lost } = differenceOf(before, after)
        expect(lost).toEqual({ lostTables: [], lostColumns: all(intended.lostColumns), lostRows: {} })
        expect({ newTables, grown: grown.sort() }).toEqual({
          newTables: all(intended.newTables),
          grown: all(intended.grown),
        })
      })
    }

    test('its people sign in and read what was theirs', async () => {
      const cloud = await startTestCloud(await open())
      undo.push(() => cloud.stop())
      const answer = await cloud.ask(login, { username: 'lin', password: 'a calm harbour', agreed: 1 })
      expect(answer).toMatchObject({ code: Code.ok, data: { user: { nickname: '海港灯', region: 'CN-4401' } } })
      const { token, user } = answer.data
      const me = { token }
      expect((await cloud.ask(profile, {}, me)).data.user_id).toBe(user.user_id)

      const listed = await cloud.ask(threads, { board_id: 213, limit: 20 }, me)
      const own = listed.data.data.find(({ author }) => author?.user_id === user.user_id)
      expect(own).toMatchObject({ title: '磁力链接不动 magnet stuck', likes: 1, favorites: 1, tags: ['磁力'] })
      const answers = await cloud.ask(replies, { thread_id: own?.id ?? '', limit: 20 }, me)
      expect(answers.data.data.map((one) => ('text' in one ? one.text : ''))).toContain('开了 UPnP 就好了 👍')
      expect((await cloud.ask(boards, {}, me)).data.data.length).toBeGreaterThan(5)
      expect((await cloud.ask(searchThreads, { q: 'magnet', limit: 20 }, me)).data.data.length).toBeGreaterThan(0)
      expect((await cloud.ask(searchReplies, { q: 'UPnP', limit: 20 }, me)).data.data.length).toBeGreaterThan(0)

      const devices = (await cloud.ask(listDevices, { limit: 99 }, me)).data.data
      expect(devices).toMatchObject([{ name: '客厅', role: 'owner' }])
      const devid = devices[0]?.devid ?? ''
      const tasks = (await cloud.ask(listTasks, { devid, page: 1, limit: 99 }, me)).data
      expect(tasks.data.map(({ name, status }) => [name, status]).sort()).toEqual([
        ['Safety Last (1923).mp4', 2],
        ['missing.bin', 3],
        ['slow.bin', 0],
      ])
      const films = (await cloud.ask(listFilms, { devid, page: 1, limit: 20 }, me)).data.data
      expect(films.map(({ title }) => title).sort()).toEqual(['Metropolis', 'Safety Last', '流浪地球'])
      expect((await cloud.ask(listHistory, { devid, page: 1, limit: 20 }, me)).data.data).toHaveLength(1)

      expect((await cloud.ask(addresses, { page: 1 }, me)).data.data).toMatchObject([{ name: '林小满', region: 'CN-4403' }])
      const [talk] = (await cloud.ask(conversations, { page: 1, limit: 20 }, me)).data.data
      expect(talk).toMatchObject({ with: { username: 'ada' } })
      const messages = await cloud.ask(conversation, { with: talk?.with.user_id ?? '', cursor: '', limit: 30 }, me)
      expect(messages.data.data.map(({ text }) => text)).toContain('今晚看 Metropolis 吗？')
    })
  })
}
