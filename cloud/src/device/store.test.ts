import { afterEach, beforeEach, expect, test } from 'vitest'
import { addUser } from '../account/store.ts'
import type { Trx } from '../kit/db.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { bindUser, defaultDeviceOf, deviceOf, devicesOf, membersOf, setDefault, unbindUser } from './store.ts'

const [boxA, boxB] = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB']

eachDb('bindings', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
    for (const name of ['ann', 'bob', 'cat'])
      await change((trx) => addUser(trx, { user_id: name, username: name, password_hash: '', created_at: 0 }))
  })
  afterEach(() => opened.drop())

  const change = <T>(work: (trx: Trx) => Promise<T>) => opened.db.transaction().execute(work)
  const bind = (user: string, devsn: string, now: number) => change((trx) => bindUser(trx, user, { devsn, now }))
  const unbind = async (user: string, devsn: string) => {
    const device = await deviceOf(opened.db, user, devsn)
    await change((trx) => unbindUser(trx, user, device?.devid ?? ''))
  }
  const roles = async (devsn: string) => (await membersOf(opened.db, devsn)).map(({ user_id, role }) => `${user_id} ${role}`)

  test('the first to bind is owner, later ones join as members', async () => {
    await bind('ann', boxA, 1)
    await bind('bob', boxA, 2)
    expect(await roles(boxA)).toEqual(['ann owner', 'bob member'])
  })

  test('of many who bind at once exactly one is owner', async () => {
    await Promise.all(['ann', 'bob', 'cat'].map((user) => bind(user, boxA, 1)))
    expect((await membersOf(opened.db, boxA)).filter(({ role }) => role === 'owner')).toHaveLength(1)
    expect(await membersOf(opened.db, boxA)).toHaveLength(3)
  })

  test('binding twice changes nothing', async () => {
    const first = await bind('ann', boxA, 1)
    expect(await bind('ann', boxA, 9)).toEqual(first)
    expect(await roles(boxA)).toEqual(['ann owner'])
  })

  test('the first box is the default, another becomes it when chosen or when the default leaves', async () => {
    await bind('ann', boxA, 1)
    const second = await bind('ann', boxB, 2)
    expect((await defaultDeviceOf(opened.db, 'ann'))?.devsn).toBe(boxA)
    await change((trx) => setDefault(trx, 'ann', second.devid))
    expect((await devicesOf(opened.db, 'ann')).map(({ devsn, is_default }) => [devsn, is_default])).toEqual([
      [boxB, 1],
      [boxA, 0],
    ])
    await unbind('ann', boxB)
    expect((await devicesOf(opened.db, 'ann')).map(({ devsn, is_default }) => [devsn, is_default])).toEqual([[boxA, 1]])
    await unbind('ann', boxA)
    expect(await defaultDeviceOf(opened.db, 'ann')).toBeUndefined()
  })

  test('when the owner leaves the oldest member becomes owner; when the last leaves nothing stays', async () => {
    await bind('ann', boxA, 1)
    await bind('cat', boxA, 2)
    await bind('bob', boxA, 3)
    await unbind('ann', boxA)
    expect(await roles(boxA)).toEqual(['cat owner', 'bob member'])
    await unbind('bob', boxA)
    await unbind('cat', boxA)
    expect(await roles(boxA)).toEqual([])
    expect(await opened.db.selectFrom('devices').selectAll().execute()).toEqual([])
  })

  test('when owner and oldest member leave at once the one who stays becomes owner', async () => {
    for (let round = 0; round < 10; round += 1) {
      for (const [at, user] of ['ann', 'bob', 'cat'].entries()) await bind(user, boxA, at)
      await Promise.all([unbind('ann', boxA), unbind('bob', boxA)])
      expect(await roles(boxA)).toEqual(['cat owner'])
      await unbind('cat', boxA)
    }
  })

  test('a box of another is no box of mine, by either name', async () => {
    const { devid } = await bind('ann', boxA, 1)
    expect(await deviceOf(opened.db, 'bob', devid)).toBeUndefined()
    expect(await deviceOf(opened.db, 'bob', boxA)).toBeUndefined()
    expect((await deviceOf(opened.db, 'ann', boxA))?.devid).toBe(devid)
  })
})
