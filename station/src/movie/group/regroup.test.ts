/** Names are read anew once after the reader changed: ids are kept, what an older version read goes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { openDb, type Db } from '../../kit/db.ts'
import { metaStore } from '../../kit/meta.store.ts'
import { testFolder } from '../../testing/downloads.ts'
import { clip, openTestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import { newFilm, noEpisode } from './no-episode.ts'
import { regroupOnce } from './regroup.ts'
import { movieStore } from '../store.ts'

const root = '/films'
const facts = { duration_ms: 60_000, width: 1280, height: 720, video: 'h264', audio: '', pix_fmt: '', container: '' }

/** As an earlier version wrote it: each episode a film of its own, with its path as key. */
async function addEarlier(
  db: Db,
  path: string,
  film: { id: string; title: string; key?: string; added_at?: number },
): Promise<void> {
  const { id, title, key = path, added_at = 5 } = film
  await db
    .insertInto('movie_film')
    .values({
      ...newFilm,
      ...noEpisode,
      film_id: id,
      group_key: key,
      title,
      original_title: '',
      year: null,
      added_at,
      is_listed: 1,
      changed: 0,
    })
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .insertInto('movie_file')
    .values({
      ...facts,
      file_id: `file of ${path}`,
      film_id: id,
      path,
      root,
      size: 9,
      modified_at: 1,
      inode: '1:1',
      part: 0,
      quality: '',
      subtitles: '[]',
      state: 'film',
    })
    .execute()
}

const regroup = (db: Db, signal = new AbortController().signal) =>
  regroupOnce({ store: movieStore(db), meta: metaStore(db), onChange: () => undefined, signal })
const filmOf = async (db: Db, path: string) =>
  db
    .selectFrom('movie_file')
    .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
    .selectAll('movie_film')
    .where('path', '=', path)
    .executeTakeFirst()

it('episodes of an earlier version become one series, films keep their ids; a killed run is repeated', async () => {
  const db = await openDb(join(testFolder(), 'box.db'), migrations)
  await addEarlier(db, `${root}/海港/第一季/01.mp4`, { id: 'e1', title: '海港 第1季 第1集' })
  await addEarlier(db, `${root}/海港/第一季/02.mp4`, { id: 'e2', title: '海港 第1季 第2集' })
  await addEarlier(db, `${root}/海港/第一季/02.720p.mp4`, { id: 'e2b', title: '海港 第1季 第2集', added_at: 4 })
  await addEarlier(db, `${root}/The.Harbour.2016.iTA.ENG.720p.mkv`, {
    id: 'f1',
    title: 'The Harbour iTA',
    key: 'odd',
    added_at: 3,
  })
  await addEarlier(db, `${root}/The.Harbour.2016.iTA.ENG.1080p.mkv`, { id: 'f1', title: 'The Harbour iTA', key: 'odd' })
  await addEarlier(db, `${root}/The Harbour (2016).mkv`, { id: 'f2', title: 'The Harbour', key: `${root}\nthe harbour\n2016` })
  for (let at = 0; at < 150; at += 1) await addEarlier(db, `${root}/Film ${at} (2020).mkv`, { id: `n${at}`, title: `Film ${at}` })

  const killed = new AbortController()
  await regroupOnce({ store: movieStore(db), meta: metaStore(db), onChange: () => killed.abort(), signal: killed.signal })
  await regroup(db)
  expect(await filmOf(db, `${root}/海港/第一季/01.mp4`)).toMatchObject({ film_id: 'e1', kind: 'episode', season: 1, episode: 1 })
  // The older one stays where two films have as many files.
  expect((await filmOf(db, `${root}/海港/第一季/02.mp4`))?.film_id).toBe('e2b')
  expect((await filmOf(db, `${root}/海港/第一季/02.720p.mp4`))?.film_id).toBe('e2b')
  for (const name of ['The.Harbour.2016.iTA.ENG.720p.mkv', 'The Harbour (2016).mkv'])
    expect(await filmOf(db, `${root}/${name}`)).toMatchObject({ film_id: 'f1', title: 'The Harbour', year: 2016, added_at: 3 })
  expect((await filmOf(db, `${root}/Film 149 (2020).mkv`))?.film_id).toBe('n149')
  const listed = await movieStore(db).list(999, 0)
  expect(listed.filter(({ kind }) => kind === 'series').map(({ title, sums }) => [title, sums?.episodes])).toEqual([['海港', 2]])
  const gone = await movieStore(db).changed(999)
  expect(
    gone
      .filter(({ is_listed }) => is_listed === 0)
      .map(({ film_id }) => film_id)
      .toSorted(),
  ).toEqual(['e2', 'f2'])
  expect(gone.flatMap(({ film_id, former_ids }) => (former_ids ? [[film_id, ...former_ids]] : [])).toSorted()).toEqual([
    ['e2b', 'e2'],
    ['f1', 'f2'],
  ])

  await movieStore(db).settled(gone)
  await db.updateTable('movie_film').set({ title: 'as it is' }).where('film_id', '=', 'n1').execute()
  await regroup(db)
  expect((await filmOf(db, `${root}/Film 1 (2020).mkv`))?.title).toBe('as it is')
  await metaStore(db).write('library_reader', '1')
  await regroup(db)
  expect((await movieStore(db).changed(999)).map(({ film_id, title }) => [film_id, title])).toEqual([['n1', 'Film 1']])
  await db.destroy()
})

it('what a person set by hand stays when versions in two folders become one film, and events of one film two', async () => {
  const db = await openDb(join(testFolder(), 'box.db'), migrations)
  const low = `${root}/1080p/The Conjuring (2013)/The Conjuring (2013).mkv`
  const high = `${root}/2160p/The Conjuring (2013)/The Conjuring (2013).mkv`
  await addEarlier(db, low, { id: 'older', title: 'The Conjuring', added_at: 3 })
  await addEarlier(db, high, { id: 'named', title: 'The Conjuring', added_at: 4 })
  const races = ['Chinese', 'Monaco'].map((city) => `${root}/F1/Formula1.2025.${city}.Grand.Prix.Race.1080p.mkv`)
  for (const race of races) await addEarlier(db, race, { id: 'race', title: 'Formula1', key: 'f1' })
  await addEarlier(db, `${root}/Extras/Season 1/Extras - S01E01.mkv`, { id: 'extras', title: 'Extras' })
  const byHand = { film_id: 'named', source: 'person' as const, is_settled: 1, facts: '{"year":2013}' }
  const noChoice = { searched_at: 7, searched_name: '', score: 1, candidates: '[]' }
  await db
    .insertInto('movie_identity')
    .values({ ...noChoice, ...byHand })
    .execute()
  const identities = () => db.selectFrom('movie_identity').selectAll().execute()
  const before = await identities()
  await metaStore(db).write('library_reader', '6')
  await regroup(db)
  expect([(await filmOf(db, low))?.film_id, (await filmOf(db, high))?.film_id]).toEqual(['named', 'named'])
  expect(await identities()).toEqual(before)
  const films = await Promise.all(races.map((race) => filmOf(db, race)))
  expect(films.map((film) => film?.title)).toEqual(['Formula1 Chinese Grand Prix Race', 'Formula1 Monaco Grand Prix Race'])
  expect(new Set(films.map((film) => film?.film_id)).size).toBe(2)
  expect(films.map((film) => film?.film_id)).toContain('race')
  expect(await filmOf(db, `${root}/Extras/Season 1/Extras - S01E01.mkv`)).toMatchObject({ film_id: 'extras', kind: 'episode' })
  const ids = async () => await db.selectFrom('movie_file').select(['path', 'film_id']).orderBy('path').execute()
  const grouped = await ids()
  await metaStore(db).write('library_reader', '6')
  await regroup(db)
  expect(await ids()).toEqual(grouped)
  await db.destroy()
})

it('a library of the version 4d4b233 keeps its films', async () => {
  const path = join(testFolder(), 'station.db')
  writeFileSync(path, gunzipSync(readFileSync(new URL('../../../fixtures/4d4b233/station.db.gz', import.meta.url))))
  const db = await openDb(path, migrations)
  const ids = async () => await db.selectFrom('movie_film').select(['film_id', 'title', 'year']).orderBy('film_id').execute()
  const before = await ids()
  expect(before).toHaveLength(3)
  await regroup(db)
  expect(await ids()).toEqual(before)
  await db.destroy()
})

it('a box that starts with an older library shows its series, with the ids of before', async () => {
  let library = await openTestLibrary()
  for (const name of ['01', '02']) library.put(await clip(), '海港', `${name}.mp4`)
  await library.movies.start()
  const { folder } = library
  await library.stop({ isKept: true })
  const db = await openDb(join(folder, 'station', 'station.db'), migrations)
  await db.deleteFrom('movie_film').where('kind', '=', 'series').execute()
  await db
    .updateTable('movie_film')
    .set({ ...noEpisode, group_key: 'old' })
    .where('episode', '=', 1)
    .execute()
  await db
    .updateTable('movie_film')
    .set({ ...noEpisode })
    .where('episode', '=', 2)
    .execute()
  const ids = (await db.selectFrom('movie_film').select('film_id').execute()).map(({ film_id }) => film_id)
  await db.deleteFrom('meta').where('key', '=', 'library_reader').execute()
  await db.destroy()
  library = await openTestLibrary({ folder })
  void library.movies.start()
  await until('the series is there', async () => (await library.titles()).join() === '海港')
  const first = await library.movies.firstFileOf((await library.movies.list(1, 0)).data[0]?.id ?? '')
  expect(ids).toHaveLength(2)
  expect(ids).toContain(first?.movie_id)
  expect(library.faults).toEqual([])
  await library.stop()
})

it('a series of an earlier version in two library folders becomes one: the id of the larger one stays, the other is told as its former one', async () => {
  const db = await openDb(join(testFolder(), 'box.db'), migrations)
  const paths = [`${root}/Harbour/S01E01.mkv`, `${root}/Harbour/S01E02.mkv`, `${root}/more/Harbour/S02E01.mkv`]
  for (const [at, path] of paths.entries()) await addEarlier(db, path, { id: `e${at}`, title: 'Harbour' })
  const row = { ...newFilm, ...noEpisode, kind: 'series', title: 'Harbour', original_title: '', year: null, added_at: 5 } as const
  for (const [film_id, group_key] of Object.entries({ s1: 'series\n/films\nharbour', s2: 'series\n/films/more\nharbour' }))
    await db
      .insertInto('movie_film')
      .values({ ...row, film_id, group_key })
      .execute()
  const episodes = db.updateTable('movie_film').set({ kind: 'episode', series_id: 's1' })
  await episodes.where('film_id', 'in', ['e0', 'e1']).execute()
  await episodes.set({ series_id: 's2' }).where('film_id', '=', 'e2').execute()
  await db.updateTable('movie_film').set({ nfo: '9 1 /x.nfo' }).execute()
  await regroup(db)
  // The NFO file of an episode is read anew: what it said stands at the former series.
  expect((await filmOf(db, paths[2] ?? ''))?.nfo).toBe('')
  const listed = await movieStore(db).list(9, 0)
  expect(listed.map(({ film_id, sums }) => [film_id, sums?.episodes])).toEqual([['s1', 3]])
  expect((await filmOf(db, paths[2] ?? ''))?.film_id).toBe('e2')
  const changed = await movieStore(db).changed(99)
  expect(changed.find(({ film_id }) => film_id === 's1')?.former_ids).toEqual(['s2'])
})
