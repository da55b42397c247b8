/** Films in the cloud's database, on both databases. */
import { afterEach, expect, test } from 'vitest'
import type { BoxFilm } from '@homeport/contract/movie.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { filmById, filmsOf, forgetFilms, historyOf, saveFilms, type FilmQuery } from './store.ts'

const devsn = 'ABCDEFGH234567AB'
const film = (id: string, more: Partial<BoxFilm> = {}) => ({
  id,
  title: `Film ${id}`,
  original_title: '',
  year: null,
  duration_ms: null,
  rating: null,
  added_at: 1,
  poster: '',
  quality: '',
  genres: [],
  region: '',
  overview: '',
  file_size: 1,
  ...more,
  files: [],
})

eachDb('films of a box', (open) => {
  let opened: TestDb
  afterEach(() => opened.drop())

  async function start(films: ReturnType<typeof film>[]) {
    opened = await open()
    const { db } = opened
    await save(films)
    await db
      .insertInto('users')
      .values({
        user_id: 'u1',
        username: 'u1',
        name_key: 'u1',
        name_skeleton: null,
        password_hash: '',
        nickname: '',
        avatar: '',
        gender: 'private',
        birthday: '',
        region: '',
        phone: '',
        area_code: '',
        email: '',
        erase_at: 0,
        erase_posts: '',
        created_at: 0,
      })
      .execute()
    return db
  }
  const save = (films: ReturnType<typeof film>[]) =>
    opened.db.transaction().execute((trx) =>
      saveFilms(
        trx,
        devsn,
        films.map((value, index) => ({ key: value.id, rev: index + 1, value })),
      ),
    )
  const watch = (movie_id: string, more: { is_watched?: number; position_ms?: number; watched_at?: number } = {}) =>
    opened.db
      .insertInto('film_position')
      .values({ user_id: 'u1', devsn, movie_id, position_ms: 0, duration_ms: 9, is_watched: 1, watched_at: 5_000, ...more })
      .execute()
  const ids = async (query: Partial<FilmQuery>) =>
    (await filmsOf(opened.db, { devsn, user_id: 'u1', page: 1, limit: 99, sort: 'overall', order: 'desc', ...query })).data.map(
      ({ id }) => id,
    )
  const total = async () =>
    (await filmsOf(opened.db, { devsn, user_id: 'u1', page: 1, limit: 1, sort: 'year', order: 'asc' })).total

  test('a film without the sorted value is last, ascending and descending', async () => {
    await start([
      film('a', { year: 1990, rating: 7.25 }),
      film('b'),
      film('c', { year: 2020, rating: 8 }),
      film('d', { year: 1927 }),
    ])
    expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['d', 'a', 'c', 'b'])
    expect(await ids({ sort: 'year', order: 'desc' })).toEqual(['c', 'a', 'd', 'b'])
    expect((await ids({ sort: 'rating', order: 'asc' })).slice(0, 2)).toEqual(['a', 'c'])
    expect((await ids({ sort: 'rating', order: 'desc' })).slice(0, 2)).toEqual(['c', 'a'])
  })

  test('overall: what this user has not watched first, newest first, over all pages and both ways', async () => {
    await start(['a', 'b', 'c', 'd', 'e'].map((id, index) => film(id, { added_at: index })))
    expect(await ids({})).toEqual(['e', 'd', 'c', 'b', 'a'])
    await watch('e')
    await watch('c')
    await watch('a', { is_watched: 0, position_ms: 4 })
    await watch('gone')
    expect(await ids({})).toEqual(['d', 'b', 'a', 'e', 'c'])
    expect(await ids({ limit: 2, page: 1 })).toEqual(['d', 'b'])
    expect(await ids({ limit: 2, page: 2 })).toEqual(['a', 'e'])
    expect(await ids({ limit: 2, page: 3 })).toEqual(['c'])
    expect(await ids({ order: 'asc' })).toEqual(['c', 'e', 'a', 'b', 'd'])
    expect(await ids({ order: 'asc', limit: 3, page: 2 })).toEqual(['b', 'd'])
    expect(await ids({ user_id: 'u2' })).toEqual(['e', 'd', 'c', 'b', 'a'])
  })

  test('a film bears what this user watched of it, and nobody else’s', async () => {
    const db = await start([film('a'), film('b')])
    await watch('a', { is_watched: 0, position_ms: 4_000 })
    expect(await filmById(db, { devsn, user_id: 'u1', id: 'a' })).toMatchObject({
      position_ms: 4_000,
      is_watched: false,
      files: [],
    })
    expect(await filmById(db, { devsn, user_id: 'u2', id: 'a' })).toMatchObject({ position_ms: null })
    expect(await filmById(db, { devsn: 'OTHER', user_id: 'u1', id: 'a' })).toBeUndefined()
  })

  test('history is latest first and leaves out what is gone', async () => {
    const db = await start([film('a'), film('b'), film('c')])
    await watch('a', { watched_at: 1_000 })
    await watch('c', { watched_at: 3_000 })
    await watch('gone', { watched_at: 4_000 })
    const { data, total } = await historyOf(db, { devsn, user_id: 'u1', limit: 9, offset: 0 })
    expect([total, data.map(({ id, watched_at }) => [id, watched_at])]).toEqual([
      2,
      [
        ['c', 3],
        ['a', 1],
      ],
    ])
  })

  test('P37: a chunk that comes again changes nothing; a tombstone takes the film away', async () => {
    const db = await start([film('a'), film('b', { title: '<b>"\u0301影' })])
    await save([film('a'), film('b', { title: '<b>"\u0301影' })])
    expect(await total()).toBe(2)
    expect((await filmById(db, { devsn, user_id: 'u1', id: 'b' }))?.title).toBe('<b>"\u0301影')
    await db.transaction().execute((trx) => saveFilms(trx, devsn, [{ key: 'a', rev: 9, value: null }]))
    expect(await ids({})).toEqual(['b'])
    await db.transaction().execute((trx) => forgetFilms(trx, devsn))
    expect(await total()).toBe(0)
  })

  test('facts that come later are shown, and a year that comes later moves the film', async () => {
    const db = await start([film('a', { year: 1990 }), film('b', { year: 1980 })])
    await save([film('a', { year: 1990, duration_ms: 5_000 })])
    expect((await filmById(db, { devsn, user_id: 'u1', id: 'a' }))?.duration_ms).toBe(5_000)
    expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['b', 'a'])
    await save([film('a', { year: 1970 }), film('b', { year: 1980, duration_ms: 7_000 })])
    expect(await ids({ sort: 'year', order: 'asc' })).toEqual(['a', 'b'])
    expect((await filmById(db, { devsn, user_id: 'u1', id: 'b' }))?.duration_ms).toBe(7_000)
  })
})
