import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Trx } from '../../kit/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { addSession, dropSession, endOthers, sessionMs, sessionOf, sweepSessions } from './session.store.ts'
import { addUser, userByName } from '../store.ts'

eachDb('sessions', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    await change((trx) => addUser(trx, { user_id: 'ann', username: 'Ann', password_hash: 'p', created_at: 5 }))
    await change((trx) => addSession(trx, { token_hash: 'one', user_id: 'ann', client: '', address: '', now: 1000 }))
  })
  afterEach(() => opened.drop())

  const change = <T>(work: (trx: Trx) => Promise<T>) => opened.db.transaction().execute(work)
  const codeAt = async (hash: string, now: number) =>
    sessionOf(opened.db, hash, now).then(
      () => 200,
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    )

  test('a token is good until 90 days after its last use', async () => {
    expect(await codeAt('one', 1000 + sessionMs - 1)).toBe(Code.ok)
    expect(await codeAt('one', 1000 + sessionMs + 1)).toBe(Code.ok)
    expect(await codeAt('one', 1000 + 3 * sessionMs)).toBe(Code.expiredToken)
  })

  test('an unknown token is 1002, one that was ended elsewhere 1004, one that signed out 1002', async () => {
    await change((trx) => addSession(trx, { token_hash: 'two', user_id: 'ann', client: '', address: '', now: 1000 }))
    expect(await codeAt('none', 1001)).toBe(Code.unknownToken)
    expect(await change((trx) => endOthers(trx, 'ann', { but: 'one', now: 1001 }))).toEqual(['two'])
    expect([await codeAt('one', 1002), await codeAt('two', 1002)]).toEqual([Code.ok, Code.endedElsewhere])
    await change((trx) => dropSession(trx, 'one'))
    expect(await codeAt('one', 1003)).toBe(Code.unknownToken)
  })

  test('old ones are swept, live ones stay', async () => {
    await sweepSessions(opened.db, 2000)
    expect(await codeAt('one', 2000)).toBe(Code.ok)
    await sweepSessions(opened.db, 2000 + 4 * sessionMs)
    expect(await codeAt('one', 2000 + 4 * sessionMs)).toBe(Code.unknownToken)
  })

  test('a name is taken in any case and width, and of two at once one wins', async () => {
    expect(await change((trx) => addUser(trx, { user_id: 'x', username: 'ＡＮＮ', password_hash: '', created_at: 0 }))).toBe(
      false,
    )
    const both = await Promise.all(
      ['b1', 'b2'].map((user_id) =>
        change((trx) => addUser(trx, { user_id, username: 'Bob', password_hash: '', created_at: 0 })),
      ),
    )
    expect(both.filter(Boolean)).toHaveLength(1)
    expect((await userByName(opened.db, 'bOB'))?.username).toBe('Bob')
  })
})
