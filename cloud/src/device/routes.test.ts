import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '@homeport/contract/account.ts'
import { defaultDevice, listDevices, selectDevice, unbindDevice } from '@homeport/contract/device.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { openDb } from '../kit/db.ts'
import { bindUser } from './store.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.stop())

const [boxA, boxB] = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB']
let bindings = 0

async function bind(userId: string, devsn: string, lang: Lang = 'en') {
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', `${lang}.db`) })
  const row = await db.transaction().execute((trx) => bindUser(trx, userId, { devsn, now: (bindings += 1) }))
  await db.destroy()
  return row
}

test('a user without a box has an empty list and no default', async () => {
  const { token } = await cloud.signUp('boxless')
  expect(await cloud.ask(listDevices, {}, { token })).toMatchObject({
    code: Code.ok,
    data: { data: [], total: 0, page: 1, limit: 99 },
  })
  expect(await cloud.ask(defaultDevice, {}, { token })).toEqual({ code: Code.ok, msg: 'ok', data: null })
})

test('the list, the default, choosing another, and unbinding', async () => {
  const { token, user_id } = await cloud.signUp('twoboxes')
  const first = await bind(user_id, boxA)
  const second = await bind(user_id, boxB)
  const { data } = await cloud.ask(listDevices, { limit: 500 }, { token })
  expect(data).toMatchObject({ total: 2, limit: 99 })
  expect(data.data[0]).toEqual({
    devid: first.devid,
    devsn: boxA,
    showsn: 'AAAA',
    name: 'Homeport AAAA',
    isdefault: 1,
    online: 0,
    role: 'owner',
    images: { x1: '', x2: '' },
    version: '',
    seen_at: null,
    cpu_max_freq: null,
    storage: null,
    mem: null,
  })
  expect((await cloud.ask(listDevices, { page: 2, limit: 1 }, { token })).data.data.map(({ devsn }) => devsn)).toEqual([boxB])

  // The app names its current box in the header and another box in the body.
  const asApp = { token, headers: { Devsn: boxA } }
  expect((await cloud.ask(selectDevice, { devid: second.devid }, asApp)).data).toMatchObject({ devsn: boxB, isdefault: 1 })
  expect((await cloud.ask(defaultDevice, {}, { token })).data?.devsn).toBe(boxB)
  expect((await cloud.ask(login, { username: 'twoboxes', password: 'twoboxes-secret', agreed: 1 })).data.bind).toEqual({
    devices: 2,
    devid: second.devid,
    devsn: boxB,
  })

  expectCode(await cloud.ask(unbindDevice, { devsn: boxB }, asApp), 'ok')
  expect((await cloud.ask(listDevices, {}, { token })).data.data.map(({ devsn, isdefault }) => [devsn, isdefault])).toEqual([
    [boxA, 1],
  ])
  expect(await cloud.ask(unbindDevice, { devsn: boxB }, { token })).toMatchObject({ code: Code.notBound })
})

test('P16: a box of another answers as one that does not exist', async () => {
  const [owner, other] = [await cloud.signUp('boxowner'), await cloud.signUp('boxthief')]
  const row = await bind(owner.user_id, 'CCCCCCCCCCCCCCCC')
  const foreign = await cloud.ask(selectDevice, { devid: row.devid }, other)
  expect(foreign).toEqual(await cloud.ask(selectDevice, { devid: 'no-such-box' }, other))
  expectCode(foreign, 'notBound')
  expect(await cloud.ask(unbindDevice, { devsn: 'CCCCCCCCCCCCCCCC' }, other)).toMatchObject({ code: Code.notBound })
  expect((await cloud.ask(listDevices, {}, owner)).data.total).toBe(1)
})

test('P18: a box bound in both realms is a row of its own in each', async () => {
  const [en, zh] = [await cloud.signUp('bothrealms', 'en'), await cloud.signUp('bothrealms', 'zh')]
  const inEn = await bind(en.user_id, 'DDDDDDDDDDDDDDDD', 'en')
  const inZh = await bind(zh.user_id, 'DDDDDDDDDDDDDDDD', 'zh')
  expect(inEn.devid).not.toBe(inZh.devid)
  expect(await cloud.ask(selectDevice, { devid: inZh.devid }, { ...en, lang: 'en' })).toMatchObject({ code: Code.notBound })
  await cloud.ask(unbindDevice, { devsn: 'DDDDDDDDDDDDDDDD' }, { ...en, lang: 'en' })
  expect((await cloud.ask(listDevices, {}, { ...zh, lang: 'zh' })).data.data.map(({ devid, role }) => [devid, role])).toEqual([
    [inZh.devid, 'owner'],
  ])
})
