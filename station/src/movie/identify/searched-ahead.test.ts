/** P41: a film that the database did not have is searched again after a month, also where the clock of that search was ahead and has been set back since. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDb } from '../../testing/db.ts'
import { addFilm } from '../../testing/catalog.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { filmNameQueries } from './film-name.query.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 30)

test.each([
  ['a year ahead', 365 * day, ['Harbour']],
  ['right, and a week ago', -7 * day, []],
  ['right, and two months ago', -60 * day, ['Harbour']],
])('by a clock that was %s', async (_, searched, expected) => {
  const folder = testFolder()
  const db = await openTestDb(join(folder, 'station.db'))
  await addFilm(db, { title: 'Harbour', facts: { year: 2016 } })
  const films = filmNameQueries(db, { now: () => now })
  const name = (await films.namedFilm('Harbour'))?.name_key ?? ''
  await db
    .updateTable('movie_identity')
    .set({ source: 'no', is_settled: 0, searched_at: now + searched, searched_name: name })
    .execute()
  expect(await films.toSearch({ of: undefined, skipped: [], limit: 10 })).toEqual(expected)
  await db.destroy()
  clear(folder)
})
