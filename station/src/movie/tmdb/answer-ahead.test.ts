/** P41: an answer of the film database that was kept by a clock that was ahead, and has been set back since, is asked for again. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDb } from '../../testing/db.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { answerStore } from './answer.store.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 30)

test.each([
  ['a year ahead', 365 * day, false],
  ['eight hours ahead', day / 3, false],
  ['right, and a week ago', -7 * day, true],
  ['right, and two months ago', -60 * day, false],
])('kept by a clock that was %s', async (_, fetched, isKept) => {
  const folder = testFolder()
  const db = await openTestDb(join(folder, 'station.db'))
  let time = now + fetched
  const answers = answerStore(db, { now: () => time })
  await answers.keep('/search?query=harbour', { body: { id: 7 }, isEmpty: false })
  time = now
  expect(await answers.stored('/search?query=harbour')).toEqual(isKept ? { body: { id: 7 } } : undefined)
  await answers.sweep()
  expect(await db.selectFrom('movie_database_answer').select('request').execute()).toHaveLength(isKept ? 1 : 0)
  await db.destroy()
  clear(folder)
})
