/** Series and their episodes, with real folders and files. */
import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import { episodeRowOf, rowOf } from '../film/to-wire.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const films = async () => (await library.movies.list(99, 0)).data
async function whole(): Promise<boolean> {
  const { is_scanning } = await library.movies.state()
  return !is_scanning && (await library.movies.store.unpictured({ of: undefined, skipped: [], limit: 1 })).length === 0
}
const rows = async () => (await library.movies.store.changed(9_999)).filter(({ is_listed }) => is_listed === 1)
const episodes = async () =>
  (await rows())
    .filter(({ kind }) => kind === 'episode')
    .map((film) => episodeRowOf(film))
    .toSorted((one, other) => one.season - other.season || (one.number ?? 999) - (other.number ?? 999))
const series = async (title: string) => (await films()).find((film) => film.title === title && film.kind === 'series')

it('episodes are one entry with seasons, specials and years; their rows have numbers and still pictures', async () => {
  const [one, two] = [await clip(), await clip({ seconds: 3, size: '1280x720' })]
  library.put(one, '庆余年.2019.S01', '庆余年.2019.S01E01.mkv')
  library.put(two, '庆余年.2019.S01', '庆余年.2019.S01E02.720p.mkv')
  library.put(one, '庆余年.2019.S01', '庆余年.2019.S01E02.mkv')
  library.put(one, '庆余年.第二季.2024', '庆余年.第二季.2024.E01-E03.mkv')
  library.put(one, '庆余年', '特别篇', '导演的话.mkv')
  library.put(one, 'Harbour.2020.mkv')
  await library.movies.start()
  await until('all is read', whole)
  expect(await library.titles()).toEqual(['Harbour', '庆余年'])
  const entry = await series('庆余年')
  expect(entry).toMatchObject({ kind: 'series', year: 2019, year_end: 2024, seasons: 2, episodes: 6, quality: '720p' })
  expect(entry?.duration_ms).toBeGreaterThan(1_000)
  expect(entry?.poster).not.toBe('')
  const list = await episodes()
  expect(list.map(({ season, number, number_end, title, files }) => [season, number, number_end, title, files.length])).toEqual([
    [0, null, null, '导演的话', 1],
    [1, 1, null, '', 1],
    [1, 2, null, '', 2],
    [2, 1, 3, '', 1],
  ])
  expect(list.every(({ series_id, still }) => series_id === entry?.id && still !== '' && still !== entry?.poster)).toBe(true)
  expect(await library.movies.state()).toMatchObject({ films: 2, probed: 2 })
  const row = (await rows()).find(({ kind }) => kind === 'series')
  expect(row && rowOf(row)).toMatchObject({ id: entry?.id, kind: 'series', files: [] })
})

it('three digits are a season and an episode where the files beside say so', async () => {
  for (const number of [101, 102, 201]) library.put(await clip(), 'Harbour', `Harbour.${number}.mkv`)
  await library.movies.start()
  await until('all is read', whole)
  expect((await episodes()).map(({ season, number }) => [season, number])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
  ])
})

it('a half episode is played between its neighbours, and says its number', async () => {
  for (const number of ['11.5', '12', '11'])
    library.put(await clip(), 'Nura', 'Season 01', `[Group] Nura - ${number} [1080p].mkv`)
  await library.movies.start()
  await until('all is read', whole)
  const entry = await series('Nura')
  const ordered = await library.movies.episodesInOrder(entry?.id ?? '')
  expect(ordered.map(({ episode, title }) => [episode, title])).toEqual([
    [11, ''],
    [11, '11.5'],
    [12, ''],
  ])
})

it('the quality of a series is that of its best episode, and no sum of an upright and a wide one, or of a claim and a picture', async () => {
  library.put(await clip({ seconds: 1, size: '720x1280' }), 'Tall.Tales.S01E01.mkv')
  library.put(await clip({ seconds: 1, size: '1280x720' }), 'Tall.Tales.S01E02.mkv')
  library.put(await clip(), 'Low.Tide.S01E01.1080p.mkv')
  library.put(await clip(), 'Low.Tide.S01E02.mkv')
  await library.movies.start()
  await until('all is read', whole)
  const qualityOf = async (title: string) => (await series(title))?.quality
  expect([await qualityOf('Tall Tales'), await qualityOf('Low Tide')]).toEqual(['720p', 'SD'])
})

it('a series is played from its first episode, under its title and number', async () => {
  library.put(await clip(), '海港', '海港.S02E01.mkv')
  library.put(await clip(), '海港', '海港.S01E03.mkv')
  library.put(await clip(), '海港', 'SP', '01.mkv')
  library.put(await clip(), 'The.Harbour.S01E03.mkv')
  await library.movies.start()
  await until('all is read', whole)
  const file = await library.movies.firstFileOf((await series('海港'))?.id ?? '')
  expect(file).toMatchObject({ title: '海港 第1季 第3集' })
  const first = (await episodes()).find(({ id }) => id === file?.movie_id)
  expect(first).toMatchObject({ season: 1, number: 3 })
  expect((await library.movies.firstFileOf((await series('The Harbour'))?.id ?? ''))?.title).toBe('The Harbour S01E03')
  expect(file?.poster).toBe((await series('海港'))?.poster)
  const ordered = await library.movies.episodesInOrder(file?.movie_id ?? '')
  expect(ordered.map(({ season, episode }) => [season, episode])).toEqual([
    [1, 3],
    [2, 1],
    [0, 1],
  ])
  expect(ordered[0]).toMatchObject({ path: file?.id, series_title: '海港' })
})

it('two series of one title are told apart by their years, an episode without year and one of another season are not split off', async () => {
  for (const name of ['S01E01', 'S01E02', 'S02E01']) library.put(await clip(), 'BG', `Battlestar.Galactica.2004.${name}.mkv`)
  library.put(await clip(), 'old', 'Battlestar Galactica (1978) S01E01.mkv')
  library.put(await clip(), 'Battlestar.Galactica.S03E01.mkv')
  await library.movies.start()
  const entries = (await films()).map(({ title, year, episodes }) => [title, year, episodes])
  expect(entries.toSorted((one, other) => Number(one[1]) - Number(other[1]))).toEqual([
    ['Battlestar Galactica', 1978, 1],
    ['Battlestar Galactica', 2004, 4],
  ])
})

it('a better version replaces, a removed episode and an emptied series go', async () => {
  const path = library.put(await clip(), 'Show.Time.S01E01.mkv')
  library.put(await clip(), 'Show.Time.S01E02.mkv')
  await library.movies.start()
  await until('all is read', whole)
  const [before] = await episodes()
  library.put(await clip({ seconds: 2, size: '1280x720' }), 'Show.Time.S01E01.mkv')
  await until('it is read anew', async () => (await whole()) && (await episodes())[0]?.quality === '720p')
  expect((await episodes())[0]?.id).toBe(before?.id)
  rmSync(path)
  await until('the episode went', async () => (await series('Show Time'))?.episodes === 1)
  rmSync(join(library.root, 'Show.Time.S01E02.mkv'))
  await until('the series went', async () => (await films()).length === 0)
  const emptied = await library.movies.store.changed(99)
  await library.movies.store.settled(emptied)
  expect(await library.movies.store.changed(99)).toEqual([])
  expect(await library.movies.store.film(before?.series_id ?? '')).toBeUndefined()
})

it('a series whose folder is renamed keeps its id and those of its episodes', async () => {
  const folder = join(library.root, 'The Harbour', 'Season 1')
  for (let at = 1; at <= 500; at += 1) library.put(await clip(), 'The Harbour', 'Season 1', `${String(at).padStart(3, '0')}.mkv`)
  library.put(await clip({ seconds: 2 }), 'The Harbour', 'Season 1', '001.720p.mkv')
  expect(readdirSync(folder)).toHaveLength(501)
  await library.movies.start()
  const ids = async () => (await episodes()).map(({ id, series_id }) => `${series_id} ${id}`).toSorted()
  const before = await ids()
  expect(before).toHaveLength(500)
  mkdirSync(join(library.root, 'tv'))
  renameSync(join(library.root, 'The Harbour'), join(library.root, 'tv', 'The New Harbour'))
  await until('it has the new title', async () => (await library.titles()).join() === 'The New Harbour')
  await until('all moved', async () => (await series('The New Harbour'))?.episodes === 500)
  await library.movies.sync()
  expect(await ids()).toEqual(before)
  expect((await library.movies.store.under(join(library.root, 'tv'))).length).toBe(501)
})

it('an episode that is added brings its series to the front of what is new, and is no entry itself: it is left to the series where one goes on', async () => {
  const putAt = async (seconds: number, ...names: string[]) => {
    const path = library.put(await clip(), ...names)
    utimesSync(path, 1_600_000_000 + seconds, 1_600_000_000 + seconds)
  }
  for (const name of ['S01E01', 'S01E02']) await putAt(0, 'Show Time', `Show.Time.${name}.mkv`)
  await putAt(100, 'Harbour.2020.mkv')
  await library.movies.start()
  await until('the film is the newest', async () => (await whole()) && (await films())[0]?.title === 'Harbour')
  await putAt(200, 'Show Time', 'Show.Time.S01E05.mkv')
  await until('the episode is there', async () => (await series('Show Time'))?.episodes === 3)
  const listed = await films()
  expect(listed.map(({ title, kind }) => [title, kind])).toEqual([
    ['Show Time', 'series'],
    ['Harbour', 'film'],
  ])
  const id = listed[0]?.id ?? ''
  const ordered = await library.movies.episodesInOrder(id)
  expect(ordered.map(({ episode }) => episode)).toEqual([1, 2, 5])
  expect(await library.movies.firstFileOf(id)).toMatchObject({ movie_id: ordered[0]?.movie_id })
})

it('three digits are read anew with the files beside: whichever comes first, and once one comes or goes that says otherwise', async () => {
  const numbers = async () =>
    (
      await library.db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(['path', 'season', 'episode', 'movie_film.film_id'])
        .orderBy('path')
        .execute()
    ).map(({ season, episode }) => [season, episode])
  const put = async (number: string) => library.movies.scan([library.put(await clip(), 'Harbour', `Harbour.${number}.mkv`)])
  await put('102')
  expect(await numbers()).toEqual([[1, 102]])
  const [before] = (await library.movies.list(9, 0)).data
  const id = (await library.movies.store.episodes(before?.id ?? ''))[0]?.film_id
  await put('101')
  expect(await numbers()).toEqual([
    [1, 1],
    [1, 2],
  ])
  expect((await library.movies.store.episodes(before?.id ?? '')).map(({ film_id }) => film_id)).toContain(id)
  await put('201')
  expect(await numbers()).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
  ])
  // It counts through.
  await put('099')
  expect(await numbers()).toEqual([
    [1, 99],
    [1, 101],
    [1, 102],
    [1, 201],
  ])
  rmSync(join(library.root, 'Harbour', 'Harbour.099.mkv'))
  await library.movies.scan([join(library.root, 'Harbour', 'Harbour.099.mkv')])
  expect(await numbers()).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
  ])
  // Another file has that number by its own name: both are versions of it, and nothing is read again and again.
  await library.movies.scan([library.put(await clip(), 'Harbour', 'Harbour.S01E01.720p.mkv')])
  expect(await numbers()).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [1, 1],
  ])
  const marks = () => library.db.selectFrom('movie_film').select(['film_id', 'changed']).execute()
  await library.movies.sync()
  await until('nothing is left to read', whole)
  const marked = await marks()
  await library.movies.sync()
  expect(await marks()).toEqual(marked)
})
