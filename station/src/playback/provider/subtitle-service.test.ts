/** Search and fetch of subtitles against a server that speaks the API of OpenSubtitles, with all its faults. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations/all.ts'
import { openSubtitleProvider, testSubtitleKey, type SubtitleServer } from '../../../../testing/subtitle-provider/server.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDb, type Db } from '../../kit/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { encodeText } from '../../../../testing/encode-text.ts'
import { filmFile } from '../../testing/player.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import { movieHash } from './movie-hash.ts'
import { openSubtitleService } from './open-subtitle-service.ts'
import { sortHits, subtitleQuery, usualLanguages, type FilmFacts } from './subtitle-query.ts'

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
const noFacts: FilmFacts = { title: 'Metropolis', year: 1927, series_id: '', season: null, episode: null, tmdb: '', imdb: '' }

let folder: string
let file: PlayableFile
let db: Db
let server: SubtitleServer
let facts: FilmFacts
let shown: string[]
beforeEach(async () => {
  folder = testFolder()
  file = filmFile(folder)
  writeFileSync(file.path, Buffer.alloc(200_000, 7))
  db = await openDb(join(folder, 'station.db'), migrations)
  facts = { ...noFacts, tmdb: '19' }
  shown = []
  const hash = await movieHash(file.path)
  server = await openSubtitleProvider({
    entries: [
      { id: 1, language: 'en', release: 'Other', text: cue('Hello'), tmdb: '19', downloads: 90 },
      {
        id: 2,
        language: 'zh-cn',
        release: 'Exact',
        text: encodeText(cue('我们走吧'), 'gb18030'),
        hash,
        downloads: 1,
        isGzip: true,
      },
      {
        id: 3,
        language: 'zh-tw',
        release: 'Wide',
        text: cue('我們走吧，這裡沒有什麼人'),
        tmdb: '19',
        downloads: 5,
        isImpaired: true,
      },
      { id: 4, language: 'en', release: 'Empty', text: 'nothing', title: 'sunrise' },
      { id: 5, language: 'fr', release: 'French', text: cue('Allons'), tmdb: '19' },
    ],
  })
})
afterEach(async () => {
  await server.stop()
  await db.destroy()
  clear(folder)
})

const open = ({ key = testSubtitleKey, writesLibrary = false, isOwnHost = true } = {}) => {
  const ownHosts = isOwnHost ? [new URL(server.url).host] : []
  const service = openSubtitleService({
    db,
    folder: join(folder, 'box'),
    settings: { key, url: server.url, proxy: '', timeoutMs: 1_000, ownHosts },
    writesLibrary,
    now: () => 1_000,
    fileOf: async (id) => (id === file.id ? file : undefined),
    isInside: async () => true,
    factsOf: async () => facts,
  })
  const acts = service.acts({ languagesOf: async () => ['', 'off'], fetched: async (_, id) => void shown.push(id) })
  const by = { id: 'a', realm: 'zh', expiresAt: Infinity } as const
  const run = (name: string, data: object) => acts.find(({ act }) => act.name === name)?.run({ path: file.id, ...data }, by)
  return { service, search: (data = {}) => run('subtitle_search', data), get: (id: string) => run('subtitle_fetch', { id }) }
}
const reasonOf = async (work: Promise<unknown> | undefined) => {
  const error = await work?.then(
    () => undefined,
    (one: unknown) => one,
  )
  return error instanceof Refusal ? error.data : error
}

describe('the search', () => {
  test('goes by hash and id, in the languages of the caller: the exact one first, then by language', async () => {
    expect(await open().search()).toMatchObject({
      provider: '127.0.0.1',
      data: [
        { id: '2', language: 'zh-Hans', release: 'Exact', is_exact: true, format: 'srt' },
        { id: '3', language: 'zh-Hant', is_exact: false, is_hearing_impaired: true },
        { id: '1', language: 'en', downloads: 90 },
      ],
    })
    const [request] = server.requests
    expect(request?.query.get('languages')).toBe('en,ze,zh-cn,zh-tw')
    expect([...(request?.query.keys() ?? [])]).toEqual(['languages', 'moviehash', 'tmdb_id'])
    expect(JSON.stringify([...(request?.query ?? [])])).not.toContain(file.path)
  })
  test('a typed title and languages are used alone', async () => {
    expect(await open().search({ q: ' Sunrise ', languages: ['en'] })).toMatchObject({ data: [{ id: '4' }] })
    expect([...(server.requests[0]?.query ?? [])]).toEqual([
      ['languages', 'en'],
      ['query', 'sunrise'],
    ])
  })
  test.each([
    [401, 'bad_key'],
    [406, 'limit'],
    [429, 'limit'],
    [500, 'away'],
    ['garbage', 'away'],
    ['away', 'away'],
    ['slow', 'away'],
    ['huge', 'away'],
    ['many', 'away'],
    ['redirect', 'away'],
  ] as const)('%s: %s', async (fault, reason) => {
    server.fail(fault)
    expect(await reasonOf(open().search())).toEqual({ reason })
  })
  test('without a key nothing is asked; a wrong key; a film that is not there', async () => {
    expect(await reasonOf(open({ key: '' }).search())).toEqual({ reason: 'no_provider' })
    expect(server.requests).toEqual([])
    expect(await reasonOf(open({ key: 'wrong' }).search())).toEqual({ reason: 'bad_key' })
    expect(await reasonOf(open().search({ path: 'gone' }))).toEqual({ reason: 'no_file' })
  })
  test('an address in the own network is only asked if the operator named it', async () => {
    expect(await reasonOf(open({ isOwnHost: false }).search())).toEqual({ reason: 'away' })
    expect(server.requests).toEqual([])
  })
})

describe('a fetch', () => {
  test('keeps it on the box, unpacked, and shows it', async () => {
    const { service, search, get } = open()
    await search()
    expect(await get('2')).toEqual({
      id: 'fetched:2',
      source: 'fetched',
      format: 'srt',
      language: 'zh-Hans',
      title: 'Exact',
      is_forced: false,
      is_default: false,
      trouble: '',
    })
    expect(shown).toEqual(['fetched:2'])
    const [subtitle] = await service.fetchedOf(file.id)
    expect(readFileSync(subtitle?.path ?? '')).toEqual(Buffer.from(encodeText(cue('我们走吧'), 'gb18030')))
    expect(await service.isOwn(subtitle?.path ?? '')).toBe(true)
    expect(await service.isOwn(file.path)).toBe(false)
    expect(server.requests.at(-1)).toMatchObject({ path: '/file/2', key: '' })
  })
  test('after a restart of the box its language is read from the text', async () => {
    expect(await open().get('3')).toMatchObject({ language: 'zh-Hant', id: 'fetched:3' })
  })
  test('beside the film only where that is allowed, and never over a file', async () => {
    writeFileSync(join(folder, 'plain.zh-Hant.srt'), 'mine')
    const { search, get, service } = open({ writesLibrary: true })
    await search()
    expect(await get('3')).toMatchObject({ id: 'beside:plain.zh-Hant.2.srt', source: 'beside' })
    expect(readFileSync(join(folder, 'plain.zh-Hant.srt'), 'utf8')).toBe('mine')
    expect(await service.fetchedOf(file.id)).toEqual([])
    expect(existsSync(join(folder, 'box', 'subtitles'))).toBe(false)
  })
  test.each([
    ['api', 404, 'gone'],
    ['api', 406, 'limit'],
    ['api', 'garbage', 'away'],
    ['api', 'many', 'away'],
    ['api', 'elsewhere', 'away'],
    ['link', 410, 'gone'],
    ['link', 500, 'away'],
    ['link', 'huge', 'away'],
    ['link', 'slow', 'away'],
    ['link', 'redirect', 'gone'],
  ] as const)('the %s answers %s: %s, and nothing is kept', async (at, fault, reason) => {
    const { get, search, service } = open()
    await search()
    server.fail(fault, at)
    expect(await reasonOf(get('1'))).toEqual({ reason })
    expect(await service.fetchedOf(file.id)).toEqual([])
    expect(shown).toEqual([])
  })
  test('what is no subtitle, and an id that is none', async () => {
    const { get } = open()
    expect(await reasonOf(get('4'))).toEqual({ reason: 'gone' })
    expect(await reasonOf(get('../1'))).toEqual({ reason: 'gone' })
    expect(readdirSync(folder)).not.toContain('box')
  })
  test('a packed file that unfolds beyond the limit is refused', async () => {
    server.entries.push({ id: 6, language: 'en', release: 'Bomb', text: cue('x').repeat(100_000), isGzip: true })
    expect(await reasonOf(open().get('6'))).toEqual({ reason: 'gone' })
  })
})

test('the query of an episode, of an id of IMDb, and of a title alone', () => {
  const options = { q: '', hash: '', languages: ['en'] }
  expect(subtitleQuery({ ...noFacts, series_id: 's', season: 2, episode: 3, tmdb: '7' }, options)).toMatchObject({
    parent_tmdb_id: '7',
    season_number: '2',
    episode_number: '3',
  })
  expect(subtitleQuery({ ...noFacts, imdb: 'tt0017136' }, options)).toMatchObject({ imdb_id: '17136' })
  expect(subtitleQuery(noFacts, options)).toMatchObject({ query: 'Metropolis', year: '1927' })
  expect(usualLanguages('en', ['fr', 'off', ''])).toEqual(['fr', 'en'])
  expect(sortHits([], [])).toEqual([])
})

test('the hash of a file', async () => {
  const path = join(folder, 'hash.bin')
  writeFileSync(path, Buffer.alloc(131_072))
  expect(await movieHash(path)).toBe('0000000000020000')
  const numbered = Buffer.alloc(131_072)
  numbered.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 0)
  numbered.writeBigUInt64LE(5n, 131_064)
  writeFileSync(path, numbered)
  expect(await movieHash(path)).toBe('0000000000020004')
  writeFileSync(path, Buffer.alloc(131_071))
  expect(await movieHash(path)).toBe('')
  expect(await movieHash(join(folder, 'gone'))).toBe('')
})
