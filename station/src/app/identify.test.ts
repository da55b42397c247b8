/** The station as a real process with the film database: identified films survive a kill, and acts are answered over the link (promise 37). */
import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiKeyRemove, apiKeys, apiKeySet } from '@homeport/contract/api-key.ts'
import { filmIdentify, filmMatch, filmsUnidentified, filmWrite } from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmRow, movieList } from '@homeport/contract/movie/movie.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { entries } from '../../../testing/film-database/entries.ts'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../../../testing/film-database/server.ts'
import { openTestCloud, owner, type TestCloud } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { clip } from '../testing/library.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let folder: string
let cloud: TestCloud
let database: FilmDatabaseServer
let box: ChildProcess | undefined
let printed = ''
let lives = 0
let acknowledged = 0

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  database = await openFilmDatabase()
  lives = 0
  printed = ''
  acknowledged = 0
})
afterEach(async () => {
  await kill()
  await cloud.stop()
  await database.stop()
  clear(folder)
})

function run(env: Record<string, string>): ChildProcess {
  const settings = {
    PATH: process.env.PATH,
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_DATA: folder,
    HOMEPORT_CLOUD: cloud.url,
    HOMEPORT_LIBRARY: join(folder, 'films'),
    HOMEPORT_SCREEN_PORT: '18799',
    TMDB_KEY: testKeys.v4,
    TMDB_URL: database.url,
    TMDB_IMAGES: database.images,
  }
  const child = spawn(process.execPath, [main], {
    env: { ...compileCache, ...settings, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (data) => (printed += String(data)))
  return child
}

async function start(env: Record<string, string> = {}): Promise<string> {
  box = run(env)
  lives += 1
  await until('the box says hello', () => hellos() >= 2 * lives)
  const devsn = cloud.signs.at(-1)?.clientId ?? ''
  await cloud.send(devsn, 'en', { kind: 'household', members: [owner], name: '' })
  return devsn
}

const hellos = () => cloud.received.filter(({ up }) => up.kind === 'hello').length

async function kill(): Promise<void> {
  if (!box || box.exitCode !== null || box.signalCode !== null) return
  const gone = new Promise((resolve) => box?.once('exit', resolve))
  box.kill('SIGKILL')
  await gone
}

async function put(names: readonly string[]): Promise<void> {
  mkdirSync(join(folder, 'films'), { recursive: true })
  for (const name of names) {
    const path = join(folder, 'films', `${name}.mkv`)
    copyFileSync(await clip(), path)
    utimesSync(path, 1_600_000_000, 1_600_000_000)
  }
}

async function act<O extends { parse: (data: unknown) => unknown }>(
  devsn: string,
  one: { name: string; output: O },
  data: object,
) {
  const reply = await cloud.act(devsn, one.name, data)
  expect([one.name, reply.code]).toEqual([one.name, Code.ok])
  return one.output.parse(reply.data) as ReturnType<O['parse']>
}

/** Acknowledges all chunks, so that the next ones come. */
async function acknowledge(devsn: string): Promise<void> {
  const chunks = cloud.received.slice(acknowledged)
  acknowledged += chunks.length
  for (const { realm, up } of chunks)
    if (realm === 'en' && up.kind === 'mirror')
      await cloud.send(devsn, 'en', { kind: 'mirror_ack', epoch: up.epoch, rev: up.rev })
}

/** The newest row of each film that the box reported. */
function reported() {
  const rows = cloud.received.flatMap(({ realm, up }) => (realm === 'en' && up.kind === 'mirror' ? up.rows : []))
  const newest = new Map<string, { rev: number; value: unknown }>()
  for (const { report, key, rev, value } of rows)
    if (report === filmRow.name && rev > (newest.get(key)?.rev ?? 0)) newest.set(key, { rev, value })
  return [...newest.values()].flatMap(({ value }) => (value === null ? [] : [filmRow.row.parse(value)]))
}

it('P37: a kill in the middle leaves no half-known film, and nothing is asked twice', async () => {
  const films = entries.filter(({ kind, id }) => kind === 'movie' && id < 90_000 && id !== 84_424)
  await put(films.map(({ en, date }) => `${en} (${date.slice(0, 4)})`))
  const devsn = await start()
  const total = async () => act(devsn, filmsUnidentified, {})
  await until('some are identified', async () => (await total()).counts.all < films.length - 3)
  await kill()
  await start()
  await until('all are listed', async () => (await act(devsn, movieList, {})).total === films.length)
  await until('all are identified', async () => (await total()).counts.all === 0)
  const { data } = await act(devsn, movieList, { limit: 99 })
  const matches = await Promise.all(data.map(({ id }) => act(devsn, filmMatch, { id })))
  expect(matches.map(({ tmdb, identified }) => `${identified} ${tmdb}`).toSorted()).toEqual(
    films.map(({ id }) => `auto movie/${id}`).toSorted(),
  )
  await cloud.send(devsn, 'en', { kind: 'mirror_from', epoch: '', rev: 0 })
  const isReported = async () => {
    await acknowledge(devsn)
    return reported().filter(({ identified }) => identified === 'auto').length === films.length
  }
  await until('the cloud has the facts', isReported)
  expect(reported().find(({ ids }) => ids.tmdb === 'movie/19')).toMatchObject({
    title: 'Metropolis',
    texts: { zh: { title: '大都会', overview: '大都会：中文剧情。' }, en: { title: 'Metropolis' } },
    rating: 8.1,
    genres: ['drama', 'science-fiction'],
    region: 'DE',
    people: [{ id: 'tmdb:68', name: 'Fritz Lang', job: 'director' }, {}, {}, {}],
  })
  const searches = database.requests
    .filter(({ path }) => path.startsWith('/3/'))
    .map(({ path, query }) => `${path}?${query.toString()}`)
  const counts = [...Map.groupBy(searches, (request) => request).values()].map(({ length }) => length)
  // Requests that were on their way at the kill are sent again: those of one film.
  expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  expect(counts.filter((count) => count > 1).length).toBeLessThanOrEqual(4)
  expect(printed).toBe('')
})

it('a person’s choice is answered over the link, survives a kill, and is written beside the film', async () => {
  await put(['Wrong.Name'])
  const devsn = await start({ HOMEPORT_LIBRARY_WRITE: '1' })
  await until('it is listed', async () => (await act(devsn, movieList, {})).total === 1)
  const id = (await act(devsn, movieList, {})).data[0]?.id ?? ''
  expect(await act(devsn, filmIdentify, { id, tmdb: 'movie/90001' })).toMatchObject({
    title: 'The Harbour',
    identified: 'person',
  })
  await kill()
  await start({ HOMEPORT_LIBRARY_WRITE: '1' })
  expect(await act(devsn, filmMatch, { id })).toMatchObject({ tmdb: 'movie/90001', identified: 'person', database: 'ok' })
  expect((await act(devsn, filmWrite, { id })).files).toContain('Wrong.Name.nfo')
})

it('P12: the owner sets a key while the box runs: the films that wait are identified, it holds after a kill, and the key is in its own file only', async () => {
  await put(['The Harbour (2016)'])
  const devsn = await start({ TMDB_KEY: '' })
  await until('it is listed', async () => (await act(devsn, movieList, {})).total === 1)
  expect(await act(devsn, filmsUnidentified, {})).toMatchObject({ database: 'no_key', counts: { all: 1, unnamed: 0 } })
  const member = { user_id: 'u2', role: 'member', name: 'Ben' } as const
  await cloud.send(devsn, 'en', { kind: 'household', members: [owner, member], name: '' })
  for (const [one, data] of [
    [apiKeys, {}],
    [apiKeySet, { service: 'tmdb', key: testKeys.v3 }],
    [apiKeyRemove, { service: 'tmdb' }],
  ] as const)
    expect([one.name, (await cloud.act(devsn, one.name, data, { from: member })).code]).toEqual([one.name, Code.notAllowed])
  expect((await act(devsn, apiKeySet, { service: 'tmdb', key: testKeys.v3 })).data[0]).toMatchObject({
    service: 'tmdb',
    state: 'works',
    set_by: 'Ada',
    last_four: 'cdef',
  })
  await until('it is identified', async () => (await act(devsn, filmsUnidentified, {})).counts.all === 0)
  await kill()
  await start({ TMDB_KEY: '' })
  expect((await act(devsn, apiKeys, {})).data[0]).toMatchObject({ state: 'works', last_four: 'cdef' })
  await kill()
  expect(JSON.stringify(cloud.received)).not.toContain(testKeys.v3)
  expect(printed).toBe('')
  const station = join(folder, 'station')
  const holders = readdirSync(station, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(testKeys.v3))
    .map(({ name }) => name)
  expect(holders).toEqual(['api-keys.json'])
})

it('a wrong key is one plain sentence', async () => {
  box = run({ TMDB_KEY: 'my-secret' })
  await new Promise((resolve) => box?.once('exit', resolve))
  expect(printed).toMatch(/^TMDB_KEY is neither a key .+themoviedb\.org\/settings\/api\.\n$/)
})
