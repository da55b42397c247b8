/** The catalogue of the TV page over the station's database: order, filters, search by pinyin, seasons, and that it follows changes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { anyFilm } from '@homeport/contract/movie/movie.ts'
import { migrations } from '../../../migrations/all.ts'
import { openDb, type Db } from '../../kit/db.ts'
import { addEpisode, addFilm } from '../../testing/catalog.ts'
import { countTurns } from '../../../../testing/count-turns.ts'
import { until } from '../../../../testing/until.ts'
import { markChanged } from '../film/film-changes.store.ts'
import type { FilmFacts } from '../film/facts.ts'
import { openCatalog, type Catalog } from './catalog.ts'
import type { FilmRow } from '../film/film-row.ts'

let db: Db
let catalog: Catalog
let faults: unknown[]
let changes: number

const any = { ...anyFilm, viewer: undefined }
const byTitle = { sort: 'title', order: 'asc', offset: 0, limit: 20, lang: 'en' } as const

beforeEach(async () => {
  db = await openDb(':memory:', migrations)
  faults = []
  changes = 0
  catalog = openCatalog({ db, onFault: (fault) => faults.push(fault) })
  catalog.onChange(() => (changes += 1))
})
afterEach(async () => {
  await catalog.stop()
  await db.destroy()
  expect(faults).toEqual([])
})

const film = (title: string, facts?: Partial<FilmFacts>, row?: Partial<FilmRow>) =>
  addFilm(db, { title, ...(facts && { facts }), ...(row && { row }) })
const episode = (series_id: string, season: number, number: number) => addEpisode(db, { series_id, season, number })
const watch = (movie_id: string) => db.insertInto('film_watched').values({ movie_id, watched_at: 1 }).execute()

async function updated(): Promise<void> {
  const before = changes
  catalog.wake()
  await until('the catalogue has followed', () => changes > before)
}
const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title)
const search = async (query: string) => titles(await catalog.search(query, 'zh'))

it('films are listed in each order, those without the value last in both directions, in pages', async () => {
  await film('The Beach', { year: 2000, rating: 6.7 }, { added_at: 3_000 })
  await film('春光乍泄', { year: 1997 }, { added_at: 2_000 })
  await film('Alien', { rating: 8.5 }, { added_at: 1_000 })
  await updated()
  const list = async (more: object) => titles(await catalog.catalogued(any, { ...byTitle, ...more }))
  expect(await list({})).toEqual(['Alien', 'The Beach', '春光乍泄'])
  expect(await list({ sort: 'added', order: 'desc' })).toEqual(['The Beach', '春光乍泄', 'Alien'])
  expect(await list({ sort: 'year', order: 'desc' })).toEqual(['The Beach', '春光乍泄', 'Alien'])
  expect(await list({ sort: 'year' })).toEqual(['春光乍泄', 'The Beach', 'Alien'])
  expect(await list({ sort: 'rating', order: 'desc' })).toEqual(['Alien', 'The Beach', '春光乍泄'])
  expect(await list({ sort: 'year', offset: 1, limit: 1 })).toEqual(['The Beach'])
  expect(await list({ sort: 'year', offset: 2, limit: 1 })).toEqual(['Alien'])
  expect((await catalog.catalogued(any, { ...byTitle, limit: 1 })).total).toBe(3)
})

it('filters by genre, person, kind and watched; a series is watched once all its episodes are', async () => {
  const people = [{ id: 'p1', name: 'Carina Lau', job: 'cast' as const, role: '', photo: '' }]
  await film('Days', { genres: ['drama', 'crime'], people })
  await film('Nights', { genres: ['drama'] })
  await film('Harbour', { genres: ['drama'] }, { kind: 'series' })
  await episode('Harbour', 1, 1)
  await episode('Harbour', 1, 2)
  await updated()
  const list = async (filter: object) => titles(await catalog.catalogued({ ...any, ...filter }, byTitle))
  expect(await list({ genres: ['crime'] })).toEqual(['Days'])
  expect(await list({ person: 'p1' })).toEqual(['Days'])
  expect(await list({ kind: 'series' })).toEqual(['Harbour'])
  expect(await list({ genres: ['drama'], kind: 'film' })).toEqual(['Days', 'Nights'])
  expect(await catalog.genres(9)).toEqual([
    { genre: 'drama', films: 3 },
    { genre: 'crime', films: 1 },
  ])
  await watch('Nights')
  await watch('Harbour 1x1')
  expect(await list({ watched: true })).toEqual(['Nights'])
  await watch('Harbour 1x2')
  expect(await list({ watched: true })).toEqual(['Harbour', 'Nights'])
  expect(await list({ watched: false })).toEqual(['Days'])
  // Each file of a test has one byte: Nights, and two episodes of Harbour.
  expect(await catalog.watchedSize(undefined)).toBe(3)
  expect(await catalog.watchedSize({ realm: 'en', user_id: 'nobody' })).toBe(0)
  const unwatchedFirst = await catalog.catalogued(any, { ...byTitle, sort: 'overall', order: 'desc' })
  expect(titles(unwatchedFirst)[0]).toBe('Days')
})

it('names with signs and letters with marks are found as people type them', async () => {
  for (const title of [
    'C++',
    'Carol',
    '.hack//SIGN',
    'Łódź',
    'Straße',
    'Ørsted',
    'กี่',
    '.NET',
    'Network',
    'WALL·E',
    'R&B',
    'M*A*S*H',
    'となりのトトロ',
    'コーヒー',
  ])
    await film(title)
  await film('スター・ウォーズと街頭', { people: [{ id: 'p', name: '基努·里维斯', job: 'cast', role: '', photo: '' }] })
  await updated()
  const hits = [
    ['スターウォーズ', ['スター・ウォーズと街頭']],
    ['うぉーず', ['スター・ウォーズと街頭']],
    ['基努里维斯', ['スター・ウォーズと街頭']],
    ['里维斯', ['スター・ウォーズと街頭']],
    ['c++', ['C++']],
    ['.net', ['.NET']],
    ['hack', ['.hack//SIGN']],
    ['lodz', ['Łódź']],
    ['STRASSE', ['Straße']],
    ['orsted', ['Ørsted']],
    ['กี่', ['กี่']],
    ['walle', ['WALL·E']],
    ['r&b', ['R&B']],
    ['mash', ['M*A*S*H']],
    ['トナリ', ['となりのトトロ']],
    ['ﾄﾄﾛ', ['となりのトトロ']],
    ['こーひー', ['コーヒー']],
    ['ーヒー', ['コーヒー']],
  ] as const
  for (const [q, titlesOfIt] of hits) expect(await search(q), q).toEqual(titlesOfIt)
  expect((await search('c')).toSorted()).toEqual(['C++', 'Carol'])
})

it('words that a title joins with a hyphen are found as one, also in the middle of it', async () => {
  for (const title of ['Spider-Man: No Way Home', 'The Amazing Spider-Man', 'Spider', 'Manchester']) await film(title)
  await updated()
  expect(await search('spiderman')).toEqual(['Spider-Man: No Way Home', 'The Amazing Spider-Man'])
  expect(await search('amazing spiderman')).toEqual(['The Amazing Spider-Man'])
  expect(await search('mano')).toEqual([])
})

it('the catalogue of an older version is read again', async () => {
  await film('Łódź')
  await updated()
  await db.updateTable('movie_catalog').set({ sort_en: 'łódź' }).execute()
  await migrations['097-catalog-words'].up(db)
  await updated()
  expect(await db.selectFrom('movie_catalog').select('sort_en').execute()).toEqual([{ sort_en: 'lodz' }])
})

it('a search finds by beginnings of words, pinyin, initials, other titles and people; the best first', async () => {
  await film('小城之春', { texts: { zh: text('小城之春'), en: text('Spring in a Small Town') } })
  await film('大雄兔')
  await film('辛特尔')
  await film('Spring')
  await film('The Springboard')
  await film('重慶森林', { people: [{ id: 'p', name: 'Faye Wong', job: 'cast', role: '', photo: '' }] })
  await updated()
  // One letter is an initial of nearly every title: only the first counts.
  expect(await search('x')).toEqual(['辛特尔', '小城之春'])
  expect(await search('XCZC')).toEqual(['小城之春'])
  expect(await search('xiaocheng')).toEqual(['小城之春'])
  expect(await search('城之')).toEqual(['小城之春'])
  expect(await search('重庆')).toEqual(['重慶森林'])
  expect(await search('cqsl')).toEqual(['重慶森林'])
  expect(await search('spring')).toEqual(['Spring', 'The Springboard', '小城之春'])
  expect(await search('small town')).toEqual(['小城之春'])
  expect(await search('faye')).toEqual(['重慶森林'])
  expect(await search('pring')).toEqual([])
  expect(await search("%' _")).toEqual([])
})
const text = (title: string) => ({ title, overview: '', collection: '' })
it('follows changes: a new title is found, a film that is no longer listed or was deleted is not', async () => {
  const id = await film('First')
  const gone = await film('Gone')
  await updated()
  await db.updateTable('movie_film').set({ title: 'Second' }).where('film_id', '=', id).execute()
  await db.transaction().execute((tx) => markChanged(tx, [id]))
  await db.deleteFrom('movie_file').where('film_id', '=', gone).execute()
  await db.transaction().execute((tx) => markChanged(tx, [gone]))
  await updated()
  expect(await search('first')).toEqual([])
  expect(await search('second')).toEqual(['Second'])
  expect(await search('gone')).toEqual([])
  await db.deleteFrom('movie_film').where('film_id', '=', id).execute()
  expect(await search('second')).toEqual([])
})

it('a film’s page has people, versions and what is like it; a series its seasons, specials last, and their episodes', async () => {
  const people = [{ id: 'd1', name: 'Varda', job: 'director' as const, role: '', photo: '' }]
  await film('Cleo', { genres: ['drama'], people })
  await film('Vagabond', { genres: ['drama'], people })
  await film('Other', { genres: ['drama'] })
  await film('Far', { genres: ['horror'] })
  await film('Harbour', { season_titles: { '2': { zh: '', en: 'The Storm' } } }, { kind: 'series' })
  await episode('Harbour', 2, 1)
  await episode('Harbour', 0, 1)
  await episode('Harbour', 1, 1)
  await episode('Harbour', 1, 2)
  await updated()
  const cleo = await catalog.details('Cleo')
  expect(cleo?.people).toEqual(people)
  expect(cleo?.related.map(({ title }) => title)).toEqual(['Vagabond', 'Other'])
  expect(cleo?.versions).toEqual([])
  expect((await catalog.details('Harbour'))?.season_list).toEqual([
    { season: 1, titles: { zh: '', en: '' }, episodes: 2 },
    { season: 2, titles: { zh: '', en: 'The Storm' }, episodes: 1 },
    { season: 0, titles: { zh: '', en: '' }, episodes: 1 },
  ])
  expect((await catalog.episodes('Harbour', 1)).map(({ number }) => number)).toEqual([1, 2])
  expect(await catalog.episodeAfter('Harbour 1x2')).toEqual({ film_id: 'Harbour 2x1', series_id: 'Harbour' })
  expect(await catalog.episodeAfter('Harbour 2x1')).toBeUndefined()
  expect(await catalog.details('no such film')).toBeUndefined()
  expect((await catalog.listed(['Harbour 1x2', 'gone', 'Cleo'])).map(({ film: one, episode: of }) => [one.id, of?.id])).toEqual([
    ['Harbour', 'Harbour 1x2'],
    ['Cleo', undefined],
  ])
})

it('an app in the house gets films, and one with its files, in its language and with the marks of who asks', async () => {
  const texts = {
    zh: { ...text('教父'), collection: '教父系列' },
    en: { ...text('The Godfather'), collection: 'The Godfather Saga' },
  }
  await film('The Godfather', { texts, collection_id: 'c1' }, { film_id: 'g', added_at: 9_000 })
  await film('Harbour', { season_titles: { '1': { zh: '第一季', en: '' } } }, { kind: 'series' })
  await episode('Harbour', 1, 1)
  await episode('Harbour', 1, 2)
  await updated()
  const viewer = { realm: 'zh', user_id: 'u1' } as const
  const mark = (kind: 'watched' | 'favorite', movie_id: string) =>
    db
      .insertInto('viewer_film')
      .values({ ...viewer, kind, movie_id, marked_at: 1 })
      .execute()
  await mark('favorite', 'g')
  await mark('watched', 'Harbour 1x1')
  await db
    .insertInto('viewer_point')
    .values({ ...viewer, movie_id: 'g', point_ms: 5_000, left_at: 1 })
    .execute()
  const query = { ...anyFilm, sort: 'added', order: 'desc', limit: 1 } as const
  expect(await catalog.page({ ...query, page: 1 }, { viewer, lang: 'zh' })).toMatchObject({
    data: [{ id: 'g', title: '教父', is_favorite: true, is_watched: false, position_ms: 5_000 }],
    total: 2,
  })
  const [second] = (await catalog.page({ ...query, page: 2 }, { viewer, lang: 'zh' })).data
  expect(second).toMatchObject({ id: 'Harbour', is_favorite: false, is_watched: false, position_ms: null })
  expect(await catalog.detail('g', { viewer, lang: 'en' })).toMatchObject({
    title: 'The Godfather',
    collection: { id: 'c1', name: 'The Godfather Saga' },
    files: [{ file_name: 'g.mp4' }],
    is_favorite: true,
  })
  expect((await catalog.detail('Harbour', { viewer, lang: 'zh' }))?.season_list).toEqual([
    { season: 1, title: '第一季', episodes: 2, watched: 1 },
  ])
  await mark('watched', 'Harbour 1x2')
  expect(await catalog.detail('Harbour', { viewer, lang: 'zh' })).toMatchObject({ is_watched: true })
  expect(await catalog.detail('gone', { viewer, lang: 'zh' })).toBeUndefined()
})

it('P43: others are served while three thousand films of many people are compared', async () => {
  const people = Array.from({ length: 60 }, (_, at) => ({
    id: `p${at}`,
    name: `Carina Lau ${at}`,
    job: 'cast' as const,
    role: '',
    photo: '',
  }))
  await film('Days', { people })
  await updated()
  const whole = await db.selectFrom('movie_film').selectAll().executeTakeFirstOrThrow()
  const row = await db.selectFrom('movie_catalog').selectAll().executeTakeFirstOrThrow()
  for (let at = 1; at < 3_000; at += 1) {
    await db
      .insertInto('movie_film')
      .values({ ...whole, film_id: `f${at}`, group_key: `f${at}` })
      .execute()
    await db
      .insertInto('movie_catalog')
      .values({ ...row, film_id: `f${at}` })
      .execute()
  }
  await sql`insert into movie_catalog_words (rowid, words) select rowid, 'carina' from movie_catalog where film_id <> ${row.film_id}`.execute(
    db,
  )
  const turns = await countTurns(async () => expect((await catalog.search('carina', 'zh')).total).toBe(3_000))
  expect(turns).toBeGreaterThan(4)
})
