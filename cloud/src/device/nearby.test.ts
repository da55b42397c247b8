/** Boxes near the caller: which are listed to whom, and what is told of them. */
import { bindDevice } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { nearbyBoxes, maxNearbyBoxes } from '@homeport/contract/nearby.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TestBox } from '../testing/box.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { expectCode } from '../testing/codes.ts'
import { nearbyUserRate } from './nearby.routes.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
let boxes: TestBox[] = []

beforeAll(async () => {
  cloud = await startTestCloud({ trustedProxies: ['127.0.0.1'] })
})
afterEach(async () => {
  for (const box of boxes) await box.stop()
  boxes = []
})
afterAll(() => cloud.stop())

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

async function plugIn(address: string, code = 'ABCD2345'): Promise<TestBox> {
  const box = new TestBox(cloud.url)
  boxes.push(box)
  box.code = code
  return box.start({ wsOptions: from(address) })
}

async function listed(token: string, address: string): Promise<string[]> {
  const { code, data } = await cloud.ask(nearbyBoxes, {}, { token, ...from(address) })
  expect(code).toBe(Code.ok)
  return data.data.map(({ showsn }) => showsn)
}

const shown = (box: TestBox) => box.devsn.slice(-4)

test('boxes behind the caller’s address are listed by their last four, none of another house, and the code alone binds', async () => {
  const house = '203.0.113.10'
  const { token } = await cloud.signUp('alice')
  expect(await listed(token, house)).toEqual([])
  const [one, other] = [await plugIn(house), await plugIn(house, 'WXYZ6789')]
  await plugIn('203.0.113.8')
  await expect.poll(() => listed(token, house)).toEqual([shown(one), shown(other)].sort())
  const { data } = await cloud.ask(nearbyBoxes, {}, { token, ...from(house) })
  expect(data.data.find(({ showsn }) => showsn === shown(one))).toEqual({ showsn: shown(one), name: `Homeport ${shown(one)}` })
  expect(JSON.stringify(data)).not.toContain(one.devsn)
  expect(JSON.stringify(data)).not.toContain(one.code)
  expect(await listed(token, '198.51.100.1')).toEqual([])
  expectCode(await cloud.ask(bindDevice, { devsn: '', code: shown(one) }, { token, ...from(house) }), 'invalid')
})

test('a box of anybody’s, in either realm, and one that is gone are not listed', async () => {
  const house = '203.0.113.20'
  const { token } = await cloud.signUp('bella')
  const zoe = await cloud.signUp('zoe', 'zh')
  const [bound, gone] = [await plugIn(house), await plugIn(house, 'WXYZ6789')]
  await expect.poll(() => listed(token, house)).toHaveLength(2)
  const { code } = bound
  expectCode(await cloud.ask(bindDevice, { devsn: '', code }, { token: zoe.token, lang: 'zh' }), 'ok')
  expect(await listed(token, house)).toEqual([shown(gone)])
  // Its household invites: it shows a code again, and stays theirs.
  await bound.send('en', { kind: 'pair_hint', pair_hint: 'AB' })
  await gone.stop()
  await expect.poll(() => listed(token, house)).toEqual([])
})

test('behind an address with more boxes than a house has nothing is listed', async () => {
  const house = '203.0.113.30'
  const { token } = await cloud.signUp('carla')
  for (let index = 0; index < maxNearbyBoxes; index += 1) await plugIn(house, `ABCD234${index}`)
  await expect.poll(() => listed(token, house)).toHaveLength(maxNearbyBoxes)
  await plugIn(house, 'WXYZ6789')
  await expect.poll(() => listed(token, house)).toEqual([])
})

test('a client behind a proxy that is not trusted sees none, although the box has the same address, and so does nobody see its boxes', async () => {
  const house = '203.0.113.40'
  const trusting = cloud
  cloud = await startTestCloud()
  const { token } = await cloud.signUp('dora')
  const box = new TestBox(cloud.url)
  boxes.push(box)
  await box.start()
  const { data } = await cloud.ask(nearbyBoxes, {}, { token })
  expect(data.data.map(({ showsn }) => showsn)).toEqual([shown(box)])
  expect(await listed(token, house)).toEqual([])
  const hidden = await plugIn(house, 'WXYZ6789')
  const after = await cloud.ask(nearbyBoxes, {}, { token })
  expect(after.data.data.map(({ showsn }) => showsn)).toEqual([shown(box)])
  expect(hidden.devsn).not.toBe(box.devsn)
  await cloud.stop()
  cloud = trusting
})

test('whoever asks too often is refused', async () => {
  const house = '203.0.113.50'
  const { token } = await cloud.signUp('emma')
  for (let index = 0; index < nearbyUserRate.points; index += 1) await listed(token, house)
  expectCode(await cloud.ask(nearbyBoxes, {}, { token, ...from(house) }), 'tooMany')
})
