/** P41: a place in a film that was left by a clock that was ahead, and has been set back since, keeps no later place away, whoever brings it. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../kit/db.ts'
import { openTestDb } from '../testing/db.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { pointStore, watchQueries } from './point.store.ts'

const anna = { realm: 'en' as const, user_id: 'anna' }
const now = Date.UTC(2026, 10, 30)
const hour = 3_600_000
let folder: string
let db: Db

beforeEach(async () => {
  folder = testFolder()
  db = await openTestDb(join(folder, 'station.db'))
})
afterEach(async () => {
  await db.destroy()
  clear(folder)
})

const left = (point_ms: number, at: number) => ({ movie_id: 'film', point_ms, duration_ms: 60_000, is_watched: false, at })
const pointOf = async () => (await watchQueries(db).pointsOf(anna, ['film'])).get('film')

test.each([
  ['eight hours', 8 * hour],
  ['a year', 365 * 24 * hour],
])('by %s: of the cloud’s place and one that was reached elsewhere', async (_, ahead) => {
  const points = pointStore(db)
  await points.keep(anna, left(1_000, now + ahead))
  await points.keepLater(anna, [{ id: 'film', point_ms: 2_000, at: now }], now)
  expect(await pointOf()).toBe(2_000)
  await points.keep(anna, left(3_000, now + ahead))
  expect(await points.keepIfLater(anna, left(4_000, now), now)).toBe(true)
  expect(await pointOf()).toBe(4_000)
})

test('one that is later indeed stays', async () => {
  const points = pointStore(db)
  await points.keep(anna, left(1_000, now))
  await points.keepLater(anna, [{ id: 'film', point_ms: 2_000, at: now - 1 }], now)
  expect(await points.keepIfLater(anna, left(4_000, now - 1), now)).toBe(false)
  expect(await pointOf()).toBe(1_000)
})
