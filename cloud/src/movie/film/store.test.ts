/** Films in the cloud's database, on both databases. */
import { unknownIds, type ReportedFilm } from '@homeport/contract/movie/movie.ts'
import { afterEach, expect, test } from 'vitest'
import type { Emit } from '../../kit/realm.ts'
import { addUser, eachDb, type TestDb } from '../../testing/db.ts'
import { reportedFilm, saveReportedFilms } from '../../testing/reported-film.ts'
import { reportedEpisode } from '../../testing/library-box.ts'
import { saveEpisodes } from './episode.store.ts'
import { movieConsumers } from '../reports.ts'
import { filmById } from './store.ts'
import { saveUnreadable } from './unreadable.store.ts'

const devsn = 'ABCDEFGH234567AB'
const none = () => Promise.resolve(0)
const movers = { moveFavorites: none, movePositions: none }

eachDb('films of a box', (open) => {
  let opened: TestDb
  afterEach(() => opened.drop())

  async function start(films: readonly ReportedFilm[]) {
    opened = await open()
    const { db } = opened
    await save(films)
    await addUser(db, 'u1')
    return db
  }
  const box = { devsn, lang: 'en' as const }
  const save = (films: readonly ReportedFilm[]) =>
    saveReportedFilms(
      opened.db,
      box,
      films.map((film) => [film.id, film]),
    )
  const watch = (movie_id: string, more: { is_watched?: number; position_ms?: number; watched_at?: number } = {}) =>
    opened.db
      .insertInto('film_position')
      .values({ user_id: 'u1', devsn, movie_id, position_ms: 0, duration_ms: 9, is_watched: 1, watched_at: 5_000, ...more })
      .execute()
  const total = async () =>
    (await opened.db.selectFrom('film_total').select('total').where('devsn', '=', devsn).executeTakeFirst())?.total

  test('a film bears what this user watched of it, and nobody else’s', async () => {
    const db = await start([reportedFilm('a'), reportedFilm('b')])
    await watch('a', { is_watched: 0, position_ms: 4_000 })
    expect(await filmById(db, { devsn, user_id: 'u1', id: 'a' })).toMatchObject({
      position_ms: 4_000,
      is_watched: false,
      files: [],
    })
    expect(await filmById(db, { devsn, user_id: 'u2', id: 'a' })).toMatchObject({ position_ms: null })
    expect(await filmById(db, { devsn: 'OTHER', user_id: 'u1', id: 'a' })).toBeUndefined()
  })

  test('a film has its people, its collection and its ids in other databases', async () => {
    const people = [{ id: 'tmdb:1', name: 'Fritz Lang', job: 'director' as const, role: '', photo: '' }]
    const texts = { title: '', overview: '', collection: 'Mabuse' }
    const ids = { tmdb: '9', imdb: 'tt9', douban: '' }
    const db = await start([
      reportedFilm('a', { people, ids, collection_id: 'c1', texts: { zh: texts, en: texts } }),
      reportedFilm('b'),
    ])
    expect(await filmById(db, { devsn, user_id: 'u1', id: 'a' })).toMatchObject({
      title: 'Film a',
      people,
      ids,
      collection: { id: 'c1', name: 'Mabuse' },
    })
    expect(await filmById(db, { devsn, user_id: 'u1', id: 'b' })).toMatchObject({ people: [], collection: null, ids: unknownIds })
  })

  test('P37: a chunk that comes again changes nothing; a tombstone takes the film away', async () => {
    const db = await start([reportedFilm('a'), reportedFilm('b', { title: '<b>"\u0301影' })])
    await save([reportedFilm('a'), reportedFilm('b', { title: '<b>"\u0301影' })])
    expect(await total()).toBe(2)
    expect((await filmById(db, { devsn, user_id: 'u1', id: 'b' }))?.title).toBe('<b>"\u0301影')
    const remove = () => saveReportedFilms(db, box, [['a', null]])
    await remove()
    await remove()
    expect(await total()).toBe(1)
    expect(await filmById(db, { devsn, user_id: 'u1', id: 'a' })).toBeUndefined()
  })

  test('every picture of a film is kept, and let go with the film or once it has another', async () => {
    const photo = { id: 'p', name: 'P', job: 'cast' as const, role: '', photo: 'face' }
    const db = await start([
      reportedFilm('a', { poster: 'one', backdrop: 'wide', people: [photo] }),
      reportedFilm('b', { poster: 'one' }),
    ])
    const pictures = async () =>
      (await db.selectFrom('film_pictures').select(['owner', 'blob_id']).orderBy('owner').orderBy('blob_id').execute()).map(
        ({ owner, blob_id }) => `${owner} ${blob_id}`,
      )
    expect(await pictures()).toEqual(['film:a face', 'film:a one', 'film:a wide', 'film:b one'])
    await save([reportedFilm('a', { poster: 'two' })])
    expect(await pictures()).toEqual(['film:a two', 'film:b one'])
    await saveReportedFilms(db, box, [['b', null]])
    expect(await pictures()).toEqual(['film:a two'])
  })

  test('of a box that is forgotten nothing is left, and another box’s rows stay', async () => {
    const db = await start([reportedFilm('a', { poster: 'one' })])
    const other = 'OTHERBOX234567AB'
    for (const of of [devsn, other])
      await saveReportedFilms(db, { ...box, devsn: of }, [['b', reportedFilm('b', { poster: 'two' })]])
    await db.transaction().execute(async (trx) => {
      for (const of of [devsn, other]) {
        const thisBox = { ...box, devsn: of }
        await saveEpisodes(trx, thisBox, [{ key: 'se1', rev: 2, value: reportedEpisode('se1', { still: 'three' }) }])
        const file = { id: 'u', path: 'u', file_size: 0, files: 1, reason: 'empty' as const }
        await saveUnreadable(trx, thisBox, [{ key: 'u', rev: 3, value: file }])
      }
      for (const consumer of movieConsumers(movers, () => 0)) await consumer.forget(trx, devsn)
    })
    const tables = ['films', 'film_episodes', 'film_pictures', 'unreadable_files'] as const
    const remaining = await Promise.all(tables.map((table) => db.selectFrom(table).select('devsn').execute()))
    expect(remaining.map((rows) => rows.map((row) => row.devsn))).toEqual([[other], [other], [other, other], [other]])
    expect(await db.selectFrom('film_total').select(['devsn', 'total', 'episodes']).orderBy('devsn').execute()).toEqual([
      { devsn, total: 0, episodes: 0 },
      { devsn: other, total: 1, episodes: 1 },
    ])
  })

  test('a household hears of a film that is new, and not of each one of a disk full of them, however few come at a time', async () => {
    const db = await start([])
    let clock = 1_795_000_000_000
    const [films] = movieConsumers(movers, () => clock)
    let rev = 0
    async function report(count: number): Promise<string[]> {
      const names = Array.from({ length: count }, () => `film-${(rev += 1)}`)
      const rows = names.map((id) => ({ key: id, rev, value: reportedFilm(id, { added_at: clock / 1000 }) }))
      const unread: string[] = []
      const changes = await films?.read(rows, {
        devsn,
        lang: 'en',
        wrong: (key) => unread.push(key),
        giveWay: () => Promise.resolve(),
      })
      const notices: string[] = []
      const emit: Emit = (_, data) => Promise.resolve(void notices.push(JSON.stringify(data)))
      await db.transaction().execute(async (trx) => changes?.(trx, { ...box, emit, from: rev - count - 1 }))
      expect(unread).toEqual([])
      return notices
    }
    expect(await report(1)).toHaveLength(1)
    clock += 11 * 60_000
    let noticeCount = 0
    for (let slice = 0; slice < 10; slice += 1) noticeCount += (await report(12)).length
    expect(noticeCount).toBeLessThanOrEqual(20)
    expect(await report(1)).toEqual([])
    clock += 11 * 60_000
    expect(await report(2)).toHaveLength(2)
  })

  test('facts that come later are shown', async () => {
    const db = await start([reportedFilm('a', { year: 1990 })])
    await save([reportedFilm('a', { year: 1990, duration_ms: 5_000 })])
    expect(await filmById(db, { devsn, user_id: 'u1', id: 'a' })).toMatchObject({ year: 1990, duration_ms: 5_000 })
  })
})
