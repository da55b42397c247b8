import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import { bindUser, deviceOf, unbindUser } from '../device/store.ts'
import type { Trx } from '../kit/db.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { clearEntries, saveMarks } from './mark.store.ts'
import { forgetPositions, positionOf, savePosition, type FilmPosition } from './store.ts'

const devsn = 'AAAAAAAAAAAAAAAA'
const now = 1_000_000

eachDb('positions in films', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    for (const name of ['ann', 'bob', 'cat'])
      await change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 0 }))
    for (const name of ['ann', 'bob']) await change((trx) => bindUser(trx, name, { devsn, now: 1 }))
  })
  afterEach(() => opened.drop())

  const change = <T>(work: (trx: Trx) => Promise<T>) => opened.db.transaction().execute(work)
  const position = (part: Partial<FilmPosition>): FilmPosition => ({
    user_id: 'ann',
    devsn,
    movie_id: 'film',
    position_ms: 0,
    duration_ms: 100_000,
    is_watched: 0,
    watched_at: 1_000,
    ...part,
  })
  const save = (part: Partial<FilmPosition>) => savePosition(opened.db, position(part), now)
  const stored = async (user_id = 'ann') => positionOf(opened.db, { user_id, devsn, movie_id: 'film' })

  test('P41: what was written by a clock that was ahead, and has been set back since, keeps no place and no mark away', async () => {
    const ahead = now + 8 * 3_600_000
    await save({ position_ms: 5_000, watched_at: ahead })
    await save({ position_ms: 9_000, watched_at: now })
    expect(await stored()).toMatchObject({ position_ms: 9_000, watched_at: now })
    await save({ position_ms: 7_000, watched_at: now - 1 })
    expect(await stored()).toMatchObject({ position_ms: 9_000 })
    await saveMarks(opened.db, { devsn, user_id: 'ann', is_watched: true, now: ahead }, ['film'])
    await saveMarks(opened.db, { devsn, user_id: 'ann', is_watched: false, now }, ['film'])
    expect(await stored()).toMatchObject({ is_watched: 0, is_cleared: 1 })
    await save({ position_ms: 5_000, watched_at: ahead })
    await clearEntries(opened.db, { devsn, user_id: 'ann', now }, ['film'])
    expect(await stored()).toMatchObject({ position_ms: 0, is_cleared: 1 })
  })

  test('each user of a box has a place of their own', async () => {
    await save({ position_ms: 5_000 })
    await save({ user_id: 'bob', position_ms: 9_000 })
    expect(await stored()).toMatchObject({ position_ms: 5_000 })
    expect(await stored('bob')).toMatchObject({ position_ms: 9_000 })
  })

  test('the latest report wins, in whatever order they are written', async () => {
    await save({ position_ms: 8_000, watched_at: 3_000 })
    await save({ position_ms: 2_000, watched_at: 2_000 })
    expect(await stored()).toMatchObject({ position_ms: 8_000, watched_at: 3_000 })
  })

  test('a start from the beginning keeps "watched", and the place until the film was watched for five seconds', async () => {
    await save({ is_watched: 1 })
    await save({ position_ms: 40_000, watched_at: 2_000 })
    expect(await stored()).toMatchObject({ position_ms: 40_000, is_watched: 1 })
    await save({ position_ms: 0, watched_at: 3_000 })
    expect(await stored()).toMatchObject({ position_ms: 40_000, is_watched: 1, watched_at: 3_000 })
    await save({ position_ms: 4_999, watched_at: 3_500 })
    expect(await stored()).toMatchObject({ position_ms: 40_000 })
    await save({ position_ms: 6_000, watched_at: 4_000 })
    expect(await stored()).toMatchObject({ position_ms: 6_000, is_watched: 1 })
  })

  test('a film watched to its end begins anew the next time', async () => {
    await save({ position_ms: 80_000 })
    await save({ position_ms: 0, is_watched: 1, watched_at: 2_000 })
    expect(await stored()).toMatchObject({ position_ms: 0, is_watched: 1 })
  })

  test('a length that is not known yet does not erase the one that was', async () => {
    await save({ position_ms: 1_000 })
    await save({ position_ms: 2_000, duration_ms: 0, watched_at: 2_000 })
    expect(await stored()).toMatchObject({ position_ms: 2_000, duration_ms: 100_000 })
  })

  test('a box writes nothing for a user who has not bound it', async () => {
    await save({ user_id: 'cat', position_ms: 5_000 })
    await save({ user_id: 'nobody', position_ms: 5_000 })
    expect(await stored('cat')).toBeUndefined()
  })

  test('the places go with the binding', async () => {
    await save({ position_ms: 5_000 })
    await save({ user_id: 'bob', position_ms: 5_000 })
    await forgetPositions(opened.db, { user_id: 'ann', devsn })
    expect(await stored()).toMatchObject({ position_ms: 5_000 })
    const device = await deviceOf(opened.db, 'ann', devsn)
    await change((trx) => unbindUser(trx, 'ann', device?.devid ?? ''))
    await forgetPositions(opened.db, { user_id: 'ann', devsn })
    expect(await stored()).toBeUndefined()
    expect(await stored('bob')).toMatchObject({ position_ms: 5_000 })
  })
})
