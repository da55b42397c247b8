/** Mending by people: candidates, searches by hand, choices that nothing overwrites, bulk acceptance and undo. */
import { createHash } from 'node:crypto'
import {
  filmForget,
  filmIdentify,
  filmLookup,
  filmMatch,
  filmsAccept,
  filmsUndo,
  filmsUnidentified,
} from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testKeys } from '../../../../testing/film-database/server.ts'
import { pictureOf } from '../../../../testing/film-database/pictures.ts'
import { openTestIdentification, type TestIdentification } from '../../testing/identification.ts'
import { until } from '../../../../testing/until.ts'

let box: TestIdentification
beforeEach(async () => {
  box = await openTestIdentification()
})
afterEach(async () => {
  expect(box.library.faults).toEqual([])
  await box.stop()
})

/** Listed, but not searched yet. */
async function add(path: string, title: string): Promise<string> {
  await box.add(path)
  return box.idOf(title)
}
/** An older film is searched last: all others are done then. */
async function searchedAll(): Promise<void> {
  await box.add('Last.One.2003.mkv')
  const film_id = await box.idOf('Last One')
  await box.library.db.updateTable('movie_film').set({ added_at: 1 }).where('film_id', '=', film_id).execute()
  box.wake()
  await box.searched('Last One')
}
const reportedTitle = async (title: string) => (await box.identityOf(title))?.facts.texts.en.title

describe('the sheet of a film', () => {
  it('says what the name says and has the best three, in the language of the realm', async () => {
    const id = await add('Old Films/The.Harbour.mkv', 'The Harbour')
    const match = await box.act(filmMatch, { id }, 'zh')
    expect(match).toMatchObject({
      id,
      kind: 'film',
      title: 'The Harbour',
      identified: 'no',
      tmdb: '',
      file_name: 'The.Harbour.mkv',
      path: 'Old Films/The.Harbour.mkv',
      files: 1,
      name_title: 'The Harbour',
      name_year: null,
      can_undo: false,
      database: 'ok',
    })
    expect(match.candidates[0]).toMatchObject({
      tmdb: 'movie/90001',
      title: '港湾',
      original_title: 'The Harbour',
      year: 2016,
      director: 'Ada Winters',
      overview: '港湾：中文剧情。',
      level: 'likely',
      reason: 'title_no_year',
    })
    expect(await box.library.movies.store.unsent('en', 99)).toContain(match.candidates[0]?.poster)
    expect((await box.act(filmMatch, { id }, 'en')).candidates[0]?.title).toBe('The Harbour')
  })

  it('4004 for a film that the box does not have', async () => {
    await expect(box.act(filmMatch, { id: 'nothing' })).rejects.toMatchObject({ code: Code.notFound })
    await expect(box.act(filmIdentify, { id: 'nothing', none: true })).rejects.toMatchObject({ code: Code.notFound })
  })

  it('P38: is answered in time with what is known when the database is slow or away', async () => {
    await box.stop()
    box = await openTestIdentification({ answerWithinMs: 300 })
    const id = await add('The.Harbour.mkv', 'The Harbour')
    box.server.fail('slow')
    expect(await box.act(filmMatch, { id })).toMatchObject({ database: 'away', candidates: [], name_title: 'The Harbour' })
    await box.restart({ answerWithinMs: 20_000 })
    box.server.fail(401)
    expect(await box.act(filmMatch, { id })).toMatchObject({ database: 'bad_key', candidates: [] })
    box.server.recover()
    expect((await box.act(filmMatch, { id })).candidates).toHaveLength(3)
    box.server.fail('away')
    expect((await box.act(filmMatch, { id })).candidates).toHaveLength(3)
  })

  it('without a key it says so, and what was typed holds', async () => {
    await box.stop()
    box = await openTestIdentification({ key: '' })
    const id = await add('The.Harbour.mkv', 'The Harbour')
    expect(await box.act(filmMatch, { id })).toMatchObject({ database: 'no_key', candidates: [] })
    expect(await box.act(filmLookup, { id, query: 'Salt' })).toMatchObject({ database: 'no_key', candidates: [], note: '' })
    expect(await box.act(filmIdentify, { id, title: 'My film', year: 1999 })).toMatchObject({
      title: 'My film',
      year: 1999,
      identified: 'person',
      database: 'no_key',
    })
  })

  it('without a key only names that tell no film count as unnamed; with one, films are identified at once, and without it again nothing is asked', async () => {
    await box.stop()
    box = await openTestIdentification({ key: '' })
    await box.add('The.Harbour.2016.mkv', 'Amelie.mkv', 'VID_20240131_1200.mkv')
    const list = await box.act(filmsUnidentified, {})
    expect([list.database, list.counts]).toEqual(['no_key', { all: 3, sure: 0, check: 3, unnamed: 1 }])
    const named = list.data.map(({ file_name, is_named }) => [file_name, is_named])
    expect(named.toSorted()).toEqual([
      ['Amelie.mkv', true],
      ['The.Harbour.2016.mkv', true],
      ['VID_20240131_1200.mkv', false],
    ])
    expect(await box.waiting()).toBe(3)
    expect(box.server.requests).toEqual([])

    await box.useKey(testKeys.v4)
    await box.searched('The Harbour', 'Amelie')
    await box.idle()
    expect((await box.identityOf('The Harbour'))?.source).toBe('auto')
    expect(await box.waiting()).toBe(0)
    expect((await box.act(filmsUnidentified, {})).database).toBe('ok')
    expect(box.server.requests.every(({ authorization, path }) => authorization !== '' || path.startsWith('/t/'))).toBe(true)

    await box.useKey('')
    const count = box.server.requests.length
    const id = await add('Salt.Road.mkv', 'Salt Road')
    expect(await box.act(filmLookup, { id, query: 'Salt' })).toMatchObject({ database: 'no_key' })
    expect(box.server.requests).toHaveLength(count)
  })

  it('another key takes the place of a refused one without waiting an hour', async () => {
    await box.stop()
    box = await openTestIdentification({ key: 'fedcba9876543210fedcba9876543210' })
    await box.add('The.Harbour.2016.mkv')
    box.wake()
    await until('it is refused', async () => (await box.act(filmsUnidentified, {})).database === 'bad_key')
    await box.useKey(testKeys.v3)
    await box.searched('The Harbour')
    expect((await box.identityOf('The Harbour'))?.source).toBe('auto')
  })
})

describe('a search by hand', () => {
  it.each([
    ['Salt Road', 'movie/90026', ''],
    ['The Harbour 1987', 'movie/90003', ''],
    ['港湾2', 'movie/90002', ''],
    ['tmdb 90017', 'movie/90017', 'id'],
    ['tv/91001', 'tv/91001', 'id'],
    ['tt0017136', 'movie/19', 'id'],
    ['https://www.themoviedb.org/movie/90006-amber-lantern', 'movie/90006', 'id'],
    ['https://www.imdb.com/title/tt0063350/', 'movie/10331', 'id'],
    ['《河上谣》(1998) 豆瓣电影 https://movie.douban.com/subject/1291843/', 'movie/90007', 'douban_title'],
  ])('%s', async (query, tmdb, note) => {
    const id = await add('Some.Film.mkv', 'Some Film')
    const response = await box.act(filmLookup, { id, query })
    expect([response.candidates[0]?.tmdb, response.note, response.database]).toEqual([tmdb, note, 'ok'])
  })

  it('a bare address of Douban cannot be read, and an unknown id finds nothing', async () => {
    const id = await add('Some.Film.mkv', 'Some Film')
    const bare = await box.act(filmLookup, { id, query: 'https://movie.douban.com/subject/1291843/' })
    expect(bare).toMatchObject({ candidates: [], note: 'douban_bare' })
    expect(await box.act(filmLookup, { id, query: 'tmdb 1' })).toMatchObject({ candidates: [], note: 'id', database: 'ok' })
  })
})

describe('a choice', () => {
  it('of an entry holds: no search and no scan overwrites it, and its people and pictures follow', async () => {
    const id = await add('The.Harbour.2016.mkv', 'The Harbour')
    const match = await box.act(filmIdentify, { id, tmdb: 'movie/90003' }, 'zh')
    expect(match).toMatchObject({ title: '海港', year: 1987, identified: 'person', tmdb: 'movie/90003', can_undo: true })
    expect(match.poster).not.toBe('')
    await until('the rest is known', async () => (await box.identityOf('The Harbour'))?.facts.backdrop !== '')
    await box.library.movies.sync()
    box.skip(60 * 86_400_000)
    await box.restart()
    box.wake()
    await box.idle()
    expect(await box.identityOf('The Harbour')).toMatchObject({
      source: 'person',
      is_settled: 1,
      facts: { ids: { tmdb: 'movie/90003' } },
    })
  })

  it('of an entry that was shown holds while the database is away, and the rest comes later', async () => {
    const id = await add('The.Harbour.mkv', 'The Harbour')
    await box.act(filmLookup, { id, query: 'Orbit of Dust 2022' })
    await box.library.db.deleteFrom('movie_database_answer').execute()
    box.server.fail('away')
    const match = await box.act(filmIdentify, { id, tmdb: 'movie/90017' })
    expect(match).toMatchObject({ title: 'Orbit of Dust', year: 2022, identified: 'person', database: 'away' })
    const other = await box.act(filmIdentify, { id, tmdb: 'movie/90018' })
    expect(other).toMatchObject({ tmdb: 'movie/90017', database: 'away' })
    box.server.recover()
    await box.restart()
    box.wake()
    await until('the rest is known', async () => (await box.identityOf('The Harbour'))?.facts.rating === 7.9)
    expect(await box.identityOf('The Harbour')).toMatchObject({ source: 'person', is_settled: 1 })
  })

  it('P30: typed title, year and poster hold, byte for byte', async () => {
    const id = await add('The.Harbour.mkv', 'The Harbour')
    const bytes = pictureOf('mine.png', 'w400')
    const blob = createHash('sha256').update(bytes).digest('hex')
    box.uploads.set(blob, bytes)
    const title = '<b>Mein "Film"</b> 🎬 e\u0301'
    const match = await box.act(filmIdentify, { id, title, year: 1950, poster: blob })
    expect(match).toMatchObject({ title, year: 1950, identified: 'person', tmdb: '' })
    expect(await box.library.movies.posterPath(match.poster)).toBeDefined()
    expect(await box.library.movies.store.unsent('en', 99)).toContain(match.poster)
    expect((await box.act(filmMatch, { id }, 'zh')).title).toBe(title)
    await expect(box.act(filmIdentify, { id, poster: 'a'.repeat(64) })).rejects.toMatchObject({ code: Code.invalid })
    await expect(box.act(filmIdentify, { id })).rejects.toMatchObject({ code: Code.invalid })
  })

  it('none of them: the name stays, and it is not asked about again', async () => {
    const id = await add('The.Harbour.2016.mkv', 'The Harbour')
    expect(await box.act(filmIdentify, { id, none: true })).toMatchObject({
      identified: 'no',
      title: 'The Harbour',
      can_undo: true,
    })
    await searchedAll()
    expect((await box.identityOf('The Harbour'))?.source).toBe('no')
    expect((await box.act(filmsUnidentified, {})).data.map(({ name_title }) => name_title)).toEqual(['Last One'])
  })

  it('an identified film is forgotten: its name counts again', async () => {
    const id = await add('The.Harbour.2016.mkv', 'The Harbour')
    box.wake()
    await box.searched('The Harbour')
    expect(await box.act(filmForget, { id })).toMatchObject({ identified: 'no', tmdb: '', year: 2016 })
    expect((await box.identityOf('The Harbour'))?.is_settled).toBe(1)
    expect(await box.act(filmsUndo, { id })).toEqual({ undone: 1 })
    expect(await box.act(filmMatch, { id }, 'zh')).toMatchObject({ identified: 'auto', title: '港湾', can_undo: false })
  })
})

describe('all of them', () => {
  async function open(): Promise<void> {
    await box.add('The.Long.Field.2001.mkv', 'The.Harbour.mkv', 'Glass.Orchard.2020.mkv', 'Orchard.mkv', 'Salt.Road.2005.mkv')
    box.wake()
    await box.searched('The Long Field', 'The Harbour', 'Glass Orchard', 'Orchard', 'Salt Road')
  }

  it('unidentified ones are listed, the sure ones first, with counts and pages', async () => {
    await open()
    const all = await box.act(filmsUnidentified, {})
    expect(all.data.map(({ name_title }) => name_title)).toEqual(['The Long Field', 'The Harbour', 'Glass Orchard', 'Orchard'])
    expect(all).toMatchObject({ total: 4, counts: { all: 4, sure: 1, check: 3 }, database: 'ok' })
    const check = await box.act(filmsUnidentified, { level: 'check', page: 2, limit: 2 })
    expect(check).toMatchObject({ total: 3, page: 2, data: [{ name_title: 'Orchard' }] })
    expect((await box.act(filmsUnidentified, { level: 'sure' })).data).toHaveLength(1)
  })

  it('those above a score are accepted at once, and the whole is undone but for what was changed since', async () => {
    await open()
    const before = await box.act(filmsUnidentified, {})
    expect(before.scores).toEqual([
      { min_score: 0.9, films: 1 },
      { min_score: 0.8, films: expect.any(Number) },
      { min_score: 0.6, films: 3 },
    ])
    expect(before.sweep).toBe(null)
    const { sweep_id, accepted } = await box.act(filmsAccept, { min_score: 0.6 })
    expect(accepted).toBe(3)
    const sweepNow = async () => (await box.act(filmsUnidentified, {})).sweep
    expect(await sweepNow()).toMatchObject({ sweep_id, films: 3 })
    expect((await box.act(filmsUnidentified, {})).data.map(({ name_title }) => name_title)).toEqual(['Orchard'])
    await until('the facts follow', async () => (await box.identityOf('The Harbour'))?.facts.people.length > 0)
    const id = await box.idOf('The Harbour')
    await box.act(filmIdentify, { id, tmdb: 'movie/90003' })
    expect(await sweepNow()).toMatchObject({ sweep_id, films: 2 })
    expect(await box.act(filmsUndo, { sweep_id })).toEqual({ undone: 2 })
    expect(await sweepNow()).toBe(null)
    expect((await box.identityOf('The Harbour'))?.facts.ids.tmdb).toBe('movie/90003')
    expect((await box.act(filmsUnidentified, {})).total).toBe(3)
    expect(await box.act(filmsUndo, { sweep_id })).toEqual({ undone: 0 })
    // The entry that was chosen in between goes back to the one that was accepted.
    expect(await box.act(filmsUndo, { id })).toEqual({ undone: 1 })
    expect(await reportedTitle('The Harbour')).toBe('The Harbour')
    expect((await box.identityOf('The Harbour'))?.facts.ids.tmdb).toBe('movie/90001')
  })

  it('only the films that are named are accepted', async () => {
    await open()
    const ids = [await box.idOf('The Harbour'), await box.idOf('Salt Road')]
    expect(await box.act(filmsAccept, { ids, min_score: 0 })).toMatchObject({ accepted: 1 })
    expect((await box.identityOf('Glass Orchard'))?.source).toBe('no')
  })

  it('an acceptance of nothing is none', async () => {
    expect(await box.act(filmsAccept, { min_score: 0.9 })).toMatchObject({ accepted: 0 })
    expect(await box.act(filmsUndo, { sweep_id: 'x' })).toEqual({ undone: 0 })
    expect(await box.act(filmsUndo, { id: 'x' })).toEqual({ undone: 0 })
  })
})
