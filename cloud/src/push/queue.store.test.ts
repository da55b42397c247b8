/** P41: notices that were stored by a clock that was ahead and has been set back since: they are sent once, in their order, not in the night, and each try waits for its time. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { claimDue, enqueue, retryNotices } from './queue.store.ts'
import { subscribe } from './store.ts'

const minute = 60_000
const hour = 60 * minute
/** 12:00 in UTC. */
const noon = Date.UTC(2026, 5, 1, 12)
const token_hash = 'phone'

eachDb('notices of a clock that was ahead', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.drop())

  const phone = (quiet: { from: number; to: number } | null = null) =>
    opened.db.transaction().execute(async (trx) => {
      await addUser(trx, { user_id: 'ann', username: 'ann', password_hash: '', created_at: 0 })
      const choice = { kinds: ['done' as const], quiet, time_zone: 'UTC' }
      const owner = { token_hash, user_id: 'ann' }
      await subscribe(trx, owner, { endpoint: 'https://push.example/1', p256dh: '', auth: '', now: 0, ...choice })
    })
  const happen = (text: string, now: number) =>
    opened.db.transaction().execute((trx) => {
      const notice = { kind: 'done' as const, name: '', text, id: text, key: text, now }
      return enqueue(trx, { user_id: 'ann', devsn: '' }, notice)
    })
  const claimed = async (now: number) => {
    const { due } = await claimDue(opened.db, { now, leaseMs: minute, longestRetryMs: 8 * minute, take: () => true })
    return due.flatMap(({ notices }) => notices.map(({ text }) => text))
  }

  test.each([
    ['eight hours', 8 * hour],
    ['a year', 365 * 24 * hour],
  ])('by %s: they are sent once, in their order', async (_, ahead) => {
    await phone()
    await happen('second', noon + ahead + minute)
    await happen('first', noon + ahead)
    expect(await claimed(noon)).toEqual(['first', 'second'])
    expect(await claimed(noon)).toEqual([])
    expect(await claimed(noon + minute - 1)).toEqual([])
    expect(await claimed(noon + minute)).toEqual(['first', 'second'])
  })

  test('quiet hours are those of the clock as it is', async () => {
    // At noon the phone is quiet until 13:00; eight hours later it was not.
    await phone({ from: 11 * 60, to: 13 * 60 })
    await happen('film', noon + 8 * hour)
    expect(await claimed(noon)).toEqual([])
    expect(await claimed(noon + hour - 1)).toEqual([])
    expect(await claimed(noon + hour)).toEqual(['film'])
  })

  test('a try that waits until then is made, one that waits for its time is not', async () => {
    await phone()
    await happen('film', noon)
    expect(await claimed(noon)).toEqual(['film'])
    await retryNotices(opened.db, { token_hash, keys: ['film'] }, noon + 8 * hour)
    expect(await claimed(noon)).toEqual(['film'])
    await retryNotices(opened.db, { token_hash, keys: ['film'] }, noon + 8 * minute)
    expect(await claimed(noon)).toEqual([])
    expect(await claimed(noon + 8 * minute)).toEqual(['film'])
  })

  test('what waits for the end of long quiet hours goes on waiting', async () => {
    await phone({ from: 12 * 60, to: 11 * 60 })
    await happen('film', noon)
    expect(await claimed(noon + 22 * hour)).toEqual([])
    expect(await claimed(noon + 23 * hour)).toEqual(['film'])
  })
})
