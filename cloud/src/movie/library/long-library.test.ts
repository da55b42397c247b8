/** A large library holds up nobody (P43): it is read from the database and indexed in short turns. */
import { expect, test } from 'vitest'
import { countTurns } from '../../../../testing/count-turns.ts'
import { eachDb } from '../../testing/db.ts'
import { reportedFilm, saveReportedFilms } from '../../testing/reported-film.ts'
import { buildSearchIndex } from '../search-index/search-index.ts'
import { createLibraries } from './libraries.ts'

const box = { devsn: 'ABCDEFGH234567AB', lang: 'en' as const }
const count = 1_000

eachDb('a large library', (open) => {
  test('P43: others are served while it is read, whole or what changed', async () => {
    const opened = await open()
    const realm = { lang: box.lang, db: opened.db, change: () => Promise.reject(new Error('not used')) }
    const { libraryOf } = createLibraries()
    const read = () => libraryOf(realm, box.devsn)
    const save = (from: number, to: number) => {
      const films = Array.from({ length: to - from }, (_, at) => reportedFilm(`f${from + at}`))
      return saveReportedFilms(
        opened.db,
        box,
        films.map((film) => [film.id, film]),
      )
    }
    for (let from = 0; from < count; from += 20) await save(from, from + 20)
    expect(await countTurns(read)).toBeGreaterThanOrEqual(4)
    // A change each, as a box reports them.
    for (let at = 0; at < 100; at += 1) await save(at, at + 1)
    expect(await countTurns(read)).toBeGreaterThanOrEqual(4)
    expect((await read()).films.count()).toBe(count)
    await opened.drop()
  })

  test('that has no room is read again', async () => {
    const opened = await open()
    const realm = { lang: box.lang, db: opened.db, change: () => Promise.reject(new Error('not used')) }
    const { libraryOf } = createLibraries({ most: 0 })
    for (const devsn of [box.devsn, 'OTHER']) await saveReportedFilms(opened.db, { ...box, devsn }, [['a', reportedFilm('a')]])
    for (const devsn of [box.devsn, 'OTHER', box.devsn]) expect((await libraryOf(realm, devsn)).films.count()).toBe(1)
    await opened.drop()
  })
})

test('P43: others are served while the index of its films and episodes is made', async () => {
  let [inTurn, most] = [0, 0]
  const counted = <T>(value: T): T => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0))
    inTurn += 1
    most = Math.max(most, inTurn)
    return value
  }
  const keys = { sort: 'quiet', title: 'quiet', otherTitles: [], pinyin: [], people: [], files: [] }
  const slots = Array.from({ length: 5 * count }, (_, slot) => slot)
  const films = slots.map((slot) => ({
    slot,
    get keys() {
      return counted(keys)
    },
  }))
  const episodes = slots.map((slot) => ({
    slot,
    id: `e${slot}`,
    get texts() {
      return counted(['quiet'])
    },
  }))
  await buildSearchIndex(films, episodes)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(2_000)
})
