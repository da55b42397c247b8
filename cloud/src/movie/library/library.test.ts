/** A box's films in memory, from both databases: sorted, filtered, counted and searched, and never behind what was written. */
import { FilmFilter, type ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addUser, eachDb, type TestDb } from '../../testing/db.ts'
import { reportedFilm, saveReportedFilms } from '../../testing/reported-film.ts'
import { filmsByIds, forgetFilms, userFilmIds } from '../film/store.ts'
import { countsOf, filterOf, type Options } from './filter.ts'
import { find, type SearchQuery } from '../search/find.ts'
import { createLibraries, type Libraries } from './libraries.ts'
import { pageOf, type PageQuery } from './page.ts'
import { slotSet } from './slot-set.ts'
import { watchedSlots } from './watched.ts'

const devsn = 'ABCDEFGH234567AB'
const user = { devsn, user_id: 'u1' }

eachDb('the films of a box', (open) => {
  let opened: TestDb
  let libraries: Libraries
  beforeEach(async () => {
    opened = await open()
    libraries = createLibraries()
  })
  afterEach(() => opened.drop())

  const realm = () => ({ lang: 'en' as const, db: opened.db, change: () => Promise.reject(new Error('not used')) })
  const library = () => libraries.libraryOf(realm(), devsn)
  const save = (films: readonly ReportedFilm[], lang: Lang = 'en') =>
    saveReportedFilms(
      opened.db,
      { devsn, lang },
      films.map((film) => [film.id, film]),
    )
  const remove = (key: string) => saveReportedFilms(opened.db, { devsn, lang: 'en' }, [[key, null]])
  const watch = (movie_id: string, more: { is_watched?: number; user_id?: string } = {}) =>
    opened.db
      .insertInto('film_position')
      .values({ user_id: 'u1', devsn, movie_id, position_ms: 0, duration_ms: 9, is_watched: 1, watched_at: 5_000, ...more })
      .execute()
  async function optionsFor(user_id = 'u1', person = ''): Promise<Options> {
    const shown = await library()
    const ids = await userFilmIds(opened.db, { devsn, user_id })
    const favorites = slotSet(ids.favorites.flatMap((id) => shown.films.slotOf(id) ?? []))
    return {
      user: { watched: watchedSlots(shown, ids.watched), favorites },
      person: person === '' ? undefined : slotSet((await shown.search()).filmsOf(person) ?? []),
    }
  }
  async function page({
    filter = {},
    user_id = 'u1',
    ...query
  }: Partial<PageQuery> & { filter?: Partial<FilmFilter>; user_id?: string } = {}) {
    const shown = await library()
    const options = await optionsFor(user_id, filter.person)
    const failures = filterOf(shown.films, FilmFilter.parse(filter), options)
    return pageOf(shown, { page: 1, limit: 99, sort: 'overall', order: 'desc', ...query }, { failures, user: options.user })
  }
  const ids = async (query: Parameters<typeof page>[0] = {}) => (await page(query)).ids
  const counts = async (filter: Partial<FilmFilter> = {}) =>
    countsOf((await library()).films, FilmFilter.parse(filter), await optionsFor())
  const search = async (q: string, more: Partial<SearchQuery> = {}) => {
    const shown = await library()
    return find(shown, await shown.search(), { q, tab: 'films', is_exact: false, page: 1, limit: 20, ...more })
  }

  describe('sorted', () => {
    test('by year and rating, films without it last both ways', async () => {
      await save([
        reportedFilm('a', { year: 1990, rating: 7.25 }),
        reportedFilm('b'),
        reportedFilm('c', { year: 2020, rating: 8 }),
        reportedFilm('d', { year: 1927 }),
      ])
      expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['d', 'a', 'c', 'b'])
      expect(await ids({ sort: 'year', order: 'desc' })).toEqual(['c', 'a', 'd', 'b'])
      expect((await ids({ sort: 'rating', order: 'asc' })).slice(0, 2)).toEqual(['a', 'c'])
      expect((await ids({ sort: 'rating', order: 'desc' })).slice(0, 2)).toEqual(['c', 'a'])
    })

    test('by length and by title, Chinese ones by pinyin and without the article', async () => {
      await save([
        reportedFilm('a', { title: '重庆森林', duration_ms: 90 }),
        reportedFilm('b', { title: 'The Apartment', duration_ms: 30 }),
        reportedFilm('c', { title: '阿飞正传' }),
        reportedFilm('d', { title: 'Éclair', duration_ms: 60 }),
        reportedFilm('e', { title: '2046' }),
        reportedFilm('f', { title: '長江七號' }),
      ])
      expect(await ids({ sort: 'title', order: 'asc' })).toEqual(['e', 'c', 'b', 'f', 'a', 'd'])
      expect(await ids({ sort: 'title', order: 'desc' })).toEqual(['d', 'a', 'f', 'b', 'c', 'e'])
      expect(await ids({ sort: 'duration', order: 'asc' })).toEqual(['b', 'd', 'a', 'c', 'e', 'f'])
    })

    test('overall: what one has not watched first, newest first, page by page and in reverse', async () => {
      await addUser(opened.db, 'u1')
      await save(['a', 'b', 'c', 'd', 'e'].map((id, index) => reportedFilm(id, { added_at: index })))
      expect(await ids()).toEqual(['e', 'd', 'c', 'b', 'a'])
      await watch('e')
      await watch('c')
      await watch('a', { is_watched: 0 })
      await watch('gone')
      expect(await ids()).toEqual(['d', 'b', 'a', 'e', 'c'])
      expect(await ids({ limit: 2, page: 2 })).toEqual(['a', 'e'])
      expect(await ids({ limit: 2, page: 3 })).toEqual(['c'])
      expect(await ids({ order: 'asc' })).toEqual(['c', 'e', 'a', 'b', 'd'])
      expect(await ids({ user_id: 'u2' })).toEqual(['e', 'd', 'c', 'b', 'a'])
    })
  })

  describe('filtered', () => {
    beforeEach(async () => {
      await addUser(opened.db, 'u1')
      await save([
        reportedFilm('a', { genres: ['drama', 'crime'], region: 'US', year: 1972, quality: '4K', rating: 9, identified: 'auto' }),
        reportedFilm('b', { genres: ['drama'], region: 'CN', year: 1948, quality: '1080p', rating: 8, identified: 'auto' }),
        reportedFilm('c', { genres: ['comedy'], region: 'CN', year: 2004, quality: '1080p', rating: 6, identified: 'person' }),
        reportedFilm('d', { year: 1999 }),
        reportedFilm('e', { kind: 'series', genres: ['crime'], region: 'US', collection_id: 'c1', identified: 'nfo' }),
      ])
      await watch('a')
    })

    test('any value within a field, all fields together', async () => {
      expect((await ids({ filter: { genres: ['drama', 'comedy'] } })).toSorted()).toEqual(['a', 'b', 'c'])
      expect((await ids({ filter: { genres: ['drama', 'comedy'], regions: ['CN'] } })).toSorted()).toEqual(['b', 'c'])
      expect(await ids({ filter: { year_from: 1948, year_to: 1972, qualities: ['4K'] } })).toEqual(['a'])
      expect(await ids({ filter: { rating_from: 8.5 } })).toEqual(['a'])
      expect((await ids({ filter: { watched: false, kind: 'film' } })).toSorted()).toEqual(['b', 'c', 'd'])
      expect(await ids({ filter: { unidentified: true } })).toEqual(['d'])
      expect(await ids({ filter: { collection: 'c1' } })).toEqual(['e'])
      expect(await ids({ filter: { collection: 'none' } })).toEqual([])
      expect(await ids({ filter: { genres: ['nothing'] } })).toEqual([])
      expect((await page({ filter: { regions: ['CN'] }, limit: 1 })).total).toBe(2)
    })

    test('each value is counted as if it were chosen, with the other fields as they are', async () => {
      expect(await counts()).toMatchObject({
        total: 5,
        kinds: [
          { value: 'film', count: 4 },
          { value: 'series', count: 1 },
        ],
        genres: [
          { value: 'crime', count: 2 },
          { value: 'drama', count: 2 },
          { value: 'comedy', count: 1 },
        ],
        regions: [
          { value: 'CN', count: 2 },
          { value: 'US', count: 2 },
        ],
        years: [
          { year: 1948, count: 1 },
          { year: 1972, count: 1 },
          { year: 1999, count: 1 },
          { year: 2004, count: 1 },
        ],
        ratings: [3, 2, 2, 1].map((count, at) => ({ from: 6 + at, count })),
        watched: 1,
        unwatched: 4,
        favorite: 0,
        unidentified: 1,
      })
      const rated = await counts({ rating_from: 9, regions: ['CN'] })
      expect([rated.total, ...rated.ratings.map(({ count }) => count)]).toEqual([0, 2, 1, 1, 0])
      const filtered = await counts({ genres: ['drama'], regions: ['CN'] })
      expect(filtered).toMatchObject({
        total: 1,
        genres: [
          { value: 'comedy', count: 1 },
          { value: 'drama', count: 1 },
        ],
        regions: [
          { value: 'CN', count: 1 },
          { value: 'US', count: 1 },
        ],
        qualities: [{ value: '1080p', count: 1 }],
      })
    })
  })

  describe('searched', () => {
    const person = (name: string) => ({ id: `p:${name}`, name, job: 'cast' as const, role: '', photo: '' })
    const file = (file_name: string) => ({
      id: file_name,
      path: file_name,
      file_name,
      file_size: 1,
      duration_ms: null,
      width: null,
      height: null,
      video: '',
      audio: '',
      subtitles: [],
      source: '',
      edition: '',
      languages: [],
    })
    beforeEach(() =>
      save([
        reportedFilm('chungking', {
          title: '重庆森林',
          original_title: 'Chungking Express',
          people: [person('王家卫'), person('Faye Wong')],
          files: [file('Chungking.Express.1994.mkv')],
        }),
        reportedFilm('godfather', { title: 'The Godfather', aliases: ['教父'], files: [file('The.Godfather.1972.mkv')] }),
        reportedFilm('godfather2', { title: 'The Godfather Part II', people: [person('Al Pacino')] }),
        reportedFilm('making', { kind: 'series', title: 'Making The Godfather' }),
        reportedFilm('spider', { title: 'Spider-Man: No Way Home', aliases: ['蜘蛛侠：英雄无归'] }),
        reportedFilm('fate', { title: 'Le Fabuleux Destin d’Amélie', people: [person('Audrey Tautou')] }),
        reportedFilm('other', { title: 'Wong’s Other Film', aliases: ['New Ant-Man'], people: [person('Faye Wong')] }),
      ]),
    )
    const films = async (q: string) => (await search(q)).films

    test('by title, other titles, pinyin, initials and any two characters; width, case, accents, punctuation and the script do not matter', async () => {
      for (const q of [
        '重庆',
        '庆森',
        '重慶森林',
        'chongqing',
        'chong qing',
        'senlin',
        'cqsl',
        'CQ',
        'chungking exp',
        '重庆 森林',
        '森林 重庆',
      ])
        expect((await films(q))[0], q).toBe('chungking')
      for (const q of ['godfather', 'ＧＯＤＦＡＴＨＥＲ', 'the godfather', '教父', 'jiaofu', 'jf'])
        expect((await films(q))[0], q).toBe('godfather')
      for (const q of ['spiderman', 'spider man', 'Spider-Man', 'no way', '蜘蛛俠', '侠英雄', '蜘蛛侠英雄无归', 'zzx'])
        expect((await films(q))[0], q).toBe('spider')
      for (const q of ['antman', 'new antman']) expect(await films(q), q).toEqual(['other'])
      for (const q of ['amelie', 'AMÉLIE', 'damelie', 'destin fabuleux']) expect((await films(q))[0], q).toBe('fate')
      for (const q of ['重林', 'dfather', 'qing森', '%', '"\' OR (', '…']) expect(await films(q), q).toEqual([])
    })

    test('the title that is just so stands first, then titles that begin so, then those that contain it', async () => {
      expect(await films('the godfather')).toEqual(['godfather', 'godfather2'])
      expect((await search('godfather')).series).toEqual(['making'])
      expect(await films('wong')).toEqual(['other', 'chungking'])
    })

    test('one typo from four letters on, said so, and not where exactly this is meant', async () => {
      for (const q of ['godfathr', 'gofdather', 'godfatherr', 'the godfahter'])
        expect(await search(q), q).toMatchObject({ films: ['godfather', 'godfather2'] })
      expect((await search('godfathr')).corrected).toBe('godfather')
      expect(await search('godfathr', { is_exact: true })).toMatchObject({ films: [], corrected: '' })
      expect(await films('gox')).toEqual([])
    })

    test('people with the number of their films, files with theirs, each tab by pages and the others in short', async () => {
      expect((await search('faye', { tab: 'people' })).people).toEqual([
        { id: 'p:Faye Wong', name: 'Faye Wong', photo: '', films: 2 },
      ])
      expect((await search('express 1994')).files).toEqual([{ film_id: 'chungking', file: 0 }])
      expect((await search('godfather', { limit: 1, page: 2 })).films).toEqual(['godfather2'])
      expect((await search('godfather')).counts).toEqual({ films: 2, series: 1, files: 1, people: 0 })
      expect((await ids({ filter: { person: 'p:Faye Wong' } })).toSorted()).toEqual(['chungking', 'other'])
      expect(await ids({ filter: { person: 'p:nobody' } })).toEqual([])
    })
  })

  describe('never behind what was written', () => {
    test('a film that is added, changed, removed, or all of them', async () => {
      await save([reportedFilm('a', { year: 1990 }), reportedFilm('b', { year: 1980 })])
      expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['b', 'a'])
      await save([reportedFilm('a', { year: 1970, title: 'Zero' }), reportedFilm('c', { year: 1975 })])
      expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['a', 'c', 'b'])
      expect((await search('zero')).films).toEqual(['a'])
      await remove('c')
      expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['a', 'b'])
      await remove('c')
      await save([reportedFilm('b', { year: 1960 })])
      expect(await page({ sort: 'year', order: 'asc' })).toEqual({ ids: ['b', 'a'], total: 2 })
      await opened.db.transaction().execute((trx) => forgetFilms(trx, devsn))
      expect(await ids()).toEqual([])
      await save([reportedFilm('d')])
      expect(await ids()).toEqual(['d'])
    })

    test('many that came, changed and went since it was last read, a few with each report', async () => {
      await save([reportedFilm('first')])
      expect(await ids()).toEqual(['first'])
      const names = Array.from({ length: 90 }, (_, nth) => `f${String(nth).padStart(2, '0')}`)
      for (let at = 0; at < names.length; at += 2)
        await save(names.slice(at, at + 2).map((id) => reportedFilm(id, { year: 1990 })))
      await save([reportedFilm('first', { year: 2000 })])
      await remove('f44')
      const expected = names.filter((id) => id !== 'f44')
      expect((await ids({ sort: 'year', order: 'asc' })).toSorted()).toEqual(['first', ...expected].toSorted())
      expect(await ids({ filter: { year_from: 2000 } })).toEqual(['first'])
    })

    test('another process sees it at once', async () => {
      const other = createLibraries()
      await save([reportedFilm('a')])
      expect((await other.libraryOf(realm(), devsn)).films.count()).toBe(1)
      await save([reportedFilm('b')])
      await remove('a')
      const seen = (await other.libraryOf(realm(), devsn)).films
      expect([seen.count(), seen.slotOf('a')]).toEqual([1, undefined])
    })

    test('names with signs and letters with marks are found as people type them, the exact title first', async () => {
      const titles = [
        'C++',
        'Carol',
        'C',
        '.hack//SIGN',
        'Łódź Story',
        'Straße',
        '1+1',
        '9½',
        'Se7en',
        'WALL·E',
        'M*A*S*H',
        'Amélie',
      ]
      const more = [
        'S.W.A.T.',
        '¡Three Amigos!',
        'AT&T',
        'The Networker',
        '.NET',
        'Atlas',
        '1911',
        'R&B',
        'Ёлки 🎄',
        "L'Avventura",
        'となりのトトロ',
        'ﾊﾟﾌﾟﾘｶ',
      ]
      await save([...titles, ...more].map((title) => reportedFilm(title, { title })))
      const of = { id: 'p:wick', job: 'cast' as const, role: '', photo: '' }
      await save([reportedFilm('wick', { title: 'スター・ウォーズと街頭', people: [{ ...of, name: '基努·里维斯' }] })])
      const best = async (q: string) => (await search(q)).films
      expect(await best('c++')).toEqual(['C++'])
      expect((await best('c')).toSorted()).toEqual(['C', 'C++', 'Carol'])
      expect((await best('c'))[0]).toBe('C')
      expect(await best('.net')).toEqual(['.NET'])
      expect((await best('net')).toSorted()).toEqual(['.NET', 'The Networker'])
      for (const [q, title] of [
        ['hack sign', '.hack//SIGN'],
        ['.hack', '.hack//SIGN'],
        ['lodz', 'Łódź Story'],
        ['STRASSE', 'Straße'],
        ['1+1', '1+1'],
        ['9½', '9½'],
        ['9 1/2', '9½'],
        ['se7en', 'Se7en'],
        ['wall-e', 'WALL·E'],
        ['walle', 'WALL·E'],
        ['mash', 'M*A*S*H'],
        ['swat', 'S.W.A.T.'],
        ['three amigos', '¡Three Amigos!'],
        ['amelie', 'Amélie'],
        ['AT&T', 'AT&T'],
        ['R&B', 'R&B'],
        ['елки', 'Ёлки 🎄'],
        ['lavventura', "L'Avventura"],
        ['トナリのととろ', 'となりのトトロ'],
        ['ととろ', 'となりのトトロ'],
        ['ぱぷりか', 'ﾊﾟﾌﾟﾘｶ'],
        ['スターウォーズ', 'wick'],
        ['うぉーず', 'wick'],
        ['基努里维斯', 'wick'],
        ['里维斯', 'wick'],
      ] as const)
        expect((await best(q))[0], q).toBe(title)
      expect(await best('🎄')).toEqual([])
    })

    test('films of before are found, with keys computed from what was stored', async () => {
      await save([reportedFilm('old', { title: '城南旧事', year: 1983, genres: ['drama'] })])
      await opened.db.updateTable('films').set({ facts: '', keys: '' }).execute()
      expect((await search('cnjs')).films).toEqual(['old'])
      expect(await ids({ filter: { genres: ['drama'] } })).toEqual(['old'])
      expect((await opened.db.selectFrom('films').select('keys').executeTakeFirst())?.keys).toContain('cheng nan jiu shi')
    })
  })

  test('each realm shows the texts of its language, and is searched in both', async () => {
    const texts = {
      zh: { title: '教父', overview: '纽约', collection: '教父系列' },
      en: { title: 'The Godfather', overview: 'New York', collection: '' },
    }
    await save([reportedFilm('a', { title: 'godfather.1972', texts, collection_id: 'c' })], 'zh')
    expect((await filmsByIds(opened.db, user, ['a']))[0]).toMatchObject({ title: '教父', overview: '纽约' })
    expect((await search('godfather')).films).toEqual(['a'])
    await save([reportedFilm('a', { title: 'godfather.1972', texts })], 'en')
    expect((await filmsByIds(opened.db, user, ['a']))[0]).toMatchObject({ title: 'The Godfather', overview: 'New York' })
    expect((await search('教父')).films).toEqual(['a'])
  })
})
