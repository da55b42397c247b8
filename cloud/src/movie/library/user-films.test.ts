/** A user's films in memory are never behind the tables, and bounded; on both databases. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser, eachDb, type TestDb } from '../../testing/db.ts'
import { createUserFilms } from './user-films.ts'

const devsn = 'ABCDEFGH234567AB'
const of = { devsn, user_id: 'ann' }

eachDb('the films of a user', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    for (const user_id of ['ann', 'ben']) await addUser(opened.db, user_id)
  })
  afterEach(() => opened.drop())

  const realm = () => ({ lang: 'en' as const, db: opened.db })
  const watch = (movie_id: string, watched_at: number, user_id = 'ann') =>
    opened.db
      .insertInto('film_position')
      .values({ user_id, devsn, movie_id, position_ms: 0, duration_ms: 9, is_watched: 1, watched_at })
      .execute()

  test('each change is seen at the next request, and what did not change is not read again', async () => {
    const idsOf = createUserFilms()
    expect(await idsOf(realm(), of)).toEqual({ history: [], watched: [], favorites: [] })
    await watch('a', 5)
    await watch('x', 5, 'ben')
    await opened.db.insertInto('favorites').values({ user_id: 'ann', type: 'movie', thing_id: 'f', since: 1 }).execute()
    const first = await idsOf(realm(), of)
    expect(first).toEqual({ history: ['a'], watched: ['a'], favorites: ['f'] })
    expect(await idsOf(realm(), of)).toBe(first)
    await opened.db.updateTable('film_position').set({ is_watched: 0, watched_at: 6 }).where('user_id', '=', 'ann').execute()
    expect(await idsOf(realm(), of)).toEqual({ history: ['a'], watched: [], favorites: ['f'] })
    await opened.db.deleteFrom('favorites').execute()
    expect(await idsOf(realm(), of)).toEqual({ history: ['a'], watched: [], favorites: [] })
  })

  test('of thousands of films too', async () => {
    const idsOf = createUserFilms()
    const rows = Array.from({ length: 12_000 }, (_, at) => ({
      ...of,
      movie_id: `f${at}`,
      position_ms: 0,
      duration_ms: 9,
      is_watched: 1,
      watched_at: 1_800_000_000_000 + at,
    }))
    for (let at = 0; at < rows.length; at += 2_000)
      await opened.db
        .insertInto('film_position')
        .values(rows.slice(at, at + 2_000))
        .execute()
    expect((await idsOf(realm(), of)).watched.length).toBe(rows.length)
    await opened.db
      .updateTable('film_position')
      .set({ is_watched: 0, watched_at: 1_900_000_000_000 })
      .where('movie_id', '=', 'f7')
      .execute()
    expect((await idsOf(realm(), of)).watched).not.toContain('f7')
  })

  test('where there is no room the user who was not seen for longest is read again', async () => {
    const idsOf = createUserFilms({ most: 3 })
    await watch('a', 5)
    await watch('b', 5, 'ben')
    const first = await idsOf(realm(), of)
    await idsOf(realm(), { devsn, user_id: 'ben' })
    const again = await idsOf(realm(), of)
    expect(again).toEqual(first)
    expect(again).not.toBe(first)
  })
})
