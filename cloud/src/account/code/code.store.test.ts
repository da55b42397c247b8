/** Stored verification codes on both databases, with many parallel requests. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeLifeMs, maxCodeTries } from '@homeport/contract/account.ts'
import type { Trx } from '../../kit/db.ts'
import { eachDb, type TestDb } from '../../testing/db.ts'
import { addSend, putCode, sendsOf, spendCode, sweepCodes, takeTry } from './code.store.ts'

const crowd = Array.from({ length: 50 }, (_, at) => at)

eachDb('codes', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    await change((trx) => putCode(trx, { ...key, salt: 's', hash: 'h', expires_at: 1000 + codeLifeMs }))
  })
  afterEach(() => opened.drop())

  const key = { target: '86 13800000001', purpose: 'login' as const }
  const change = <T>(work: (trx: Trx) => Promise<T>) => opened.db.transaction().execute(work)
  const take = (now = 1000) => takeTry(opened.db, key, now)

  test('P1: of fifty who spend the same code at once exactly one does', async () => {
    const spent = await Promise.all(crowd.map(() => change((trx) => spendCode(trx, key, 'h'))))
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  test('P3: of fifty tries at once five are taken, and none afterwards, until a new code is put in its place', async () => {
    const taken = await Promise.all(crowd.map(() => take()))
    expect(taken.filter((one) => one !== undefined)).toHaveLength(maxCodeTries)
    expect(await take()).toBe(undefined)
    await change((trx) => putCode(trx, { ...key, salt: 's2', hash: 'h2', expires_at: 1000 + codeLifeMs }))
    expect(await take()).toEqual({ salt: 's2', hash: 'h2' })
    expect(await change((trx) => spendCode(trx, key, 'h'))).toBe(false)
  })

  test('P2: it is taken until its five minutes are over, and swept afterwards', async () => {
    expect(await take(1000 + codeLifeMs - 1)).toBeDefined()
    expect(await take(1000 + codeLifeMs)).toBe(undefined)
    await sweepCodes(opened.db, 1000 + codeLifeMs + 1)
    expect(await opened.db.selectFrom('account_codes').selectAll().execute()).toEqual([])
  })

  test('P6: a code of one purpose is none of another, and each purpose has its own tries', async () => {
    const reset = { ...key, purpose: 'reset' as const }
    expect(await takeTry(opened.db, reset, 1000)).toBe(undefined)
    expect(await change((trx) => spendCode(trx, reset, 'h'))).toBe(false)
    await change((trx) => putCode(trx, { ...reset, salt: 's', hash: 'h', expires_at: 1000 + codeLifeMs }))
    for (let tries = 0; tries < maxCodeTries; tries += 1) await takeTry(opened.db, reset, 1000)
    expect(await takeTry(opened.db, reset, 1000)).toBe(undefined)
    expect(await take()).toBeDefined()
  })

  test('P5: who counts and sends in one transaction is alone with the number: of fifty at once one passes', async () => {
    const passed = await Promise.all(
      crowd.map((at) =>
        change(async (trx) => {
          if ((await sendsOf(trx, 'number', 0)).length > 0) return false
          await addSend(trx, { key: 'number', id: `id${at}`, sent_at: 1000 })
          return true
        }),
      ),
    )
    expect(passed.filter(Boolean)).toHaveLength(1)
  })
})
