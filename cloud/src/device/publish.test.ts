/** Commands to a box over HTTP. */
import { expectCode } from '../testing/codes.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { acts } from '@homeport/contract/all.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handClock } from '../../../testing/hand-clock.ts'
import { listDevices, publish } from '@homeport/contract/device.ts'
import { bind, TestApp, type TestCloud } from '../testing/app-socket.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { TestBox } from '../testing/box.ts'

/** The clock by which the cloud waits for boxes. */
const clock = handClock()
let cloud: TestCloud
let box: TestBox
let alice: { token: string }
let mallory: { token: string }

beforeAll(async () => {
  cloud = await startTestCloud({}, { later: clock.later })
  box = await new TestBox(cloud.url).start()
  alice = await cloud.signUp('alice')
  mallory = await cloud.signUp('mallory')
  await bind(cloud, box, alice)
})
beforeEach(() => {
  box.answers = (act, data) => ({ code: Code.ok, data: { act, data } })
  box.received.length = 0
})
afterAll(async () => {
  await box.stop()
  await cloud.stop()
})

type Payload = { request: string; data?: unknown; fd?: string | number; id?: string }
const order = (payload: Payload | string, { user = alice, to = box.devsn }: { user?: { token: string }; to?: string } = {}) =>
  cloud.ask(
    publish,
    {
      client_id: to,
      payload: typeof payload === 'string' ? payload : JSON.stringify({ timestamp: 0, code: Code.ok, ...payload }),
    },
    user,
  )

test('a command without a socket waits for the box and brings its own answer, code and all', async () => {
  box.answers = () => ({ code: TaskCode.inDownloading, data: { task_id: 't1', old_task_id: '' } })
  const answer = await order({ request: 'start_task', data: { url: 'http://example.org/a' }, id: 'mine' })
  expect(answer).toMatchObject({
    code: Code.ok,
    data: {
      act: 'start_task',
      dev: box.devsn,
      code: TaskCode.inDownloading,
      id: 'mine',
      task_id: 't1',
      url: 'http://example.org/a',
    },
  })
})

test('data may be an object or a string that holds JSON; the box gets the sender and the expiry', async () => {
  await order({ request: 'stop_task', data: '{"task_id":"t1"}' })
  await order({ request: 'stop_task', data: { task_id: 't1' } })
  const acts = box.receivedOf('act', 'en')
  expect(acts.map(({ data }) => data)).toEqual([{ task_id: 't1' }, { task_id: 't1' }])
  expect(acts[0]?.from).toMatchObject({ role: 'owner', name: 'alice' })
  expect((acts[0]?.expires_at ?? 0) - (acts[0]?.sent_at ?? 0)).toBe(10_000)
})

test('with the own socket the call answers at once and the reply comes on the socket', async () => {
  const app = await new TestApp(cloud.url).login(alice.token, box.devsn)
  const answer = await order({ request: 'device_status', data: {}, fd: app.fd, id: 'later' })
  expect(answer).toMatchObject({ code: Code.ok, data: { id: 'later' } })
  expect(await app.frame(({ id }) => id === 'later')).toMatchObject({ act: 'device_status', dev: box.devsn, code: Code.ok })
  app.close()
})

test("P25: a socket must be the caller's own and open", async () => {
  const [own, foreign] = [await new TestApp(cloud.url).login(alice.token), await new TestApp(cloud.url).login(mallory.token)]
  const sealless = own.fd.split('.').slice(0, 2).join('.')
  for (const fd of [foreign.fd, 'x', 7, `${sealless}.AAAAAAAAAAAAAAAAAAAAAA`, own.fd.slice(0, -1), `${own.fd}.x`]) {
    expect(await order({ request: 'device_status', data: {}, fd })).toMatchObject({
      code: Code.invalid,
      data: { field: 'fd', rule: 'fd' },
    })
  }
  own.close()
  foreign.close()
  await expect.poll(async () => (await order({ request: 'device_status', data: {}, fd: own.fd })).code).toBe(Code.invalid)
  expect(foreign.frames.filter(({ act }) => act === 'device_status')).toEqual([])
})

test("P25: only known acts pass, to the caller's own boxes; a topic is never named", async () => {
  for (const request of ['', 'login', 'notice', 'pair', 'renew_code', 'rm -rf', '__proto__', 'constructor']) {
    expect(await order({ request, data: {} })).toMatchObject({ code: Code.invalid, data: { field: 'act', rule: 'act' } })
  }
  for (const to of ['A'.repeat(16), `box/${box.devsn}/en/down`, '#', '+', `${box.devsn}/en`, ''])
    expectCode(await order({ request: 'device_status' }, { to }), 'notBound')
  expectCode(await order({ request: 'device_status' }, { user: mallory }), 'notBound')
  expectCode(await order({ request: 'device_status' }, { user: { token: 'nobody' } }), 'unknownToken')
  expect(box.received).toEqual([])
})

test('P15, P20: an act of the owner’s by a member, and any act by who is in no household, reaches no box, by the call or the socket', async () => {
  const member = await cloud.signUp('a-member')
  box.code = 'WXYZ6789'
  await bind(cloud, box, member)
  const all = acts.filter(({ at }) => at === 'box')
  const owners = all.filter(({ needs }) => needs === 'owner')
  expect(owners.length).toBeGreaterThan(10)
  for (const { name } of owners)
    expect(await order({ request: name, data: {} }, { user: member })).toMatchObject({ code: Code.notAllowed })
  for (const { name } of all) expectCode(await order({ request: name, data: {} }, { user: mallory }), 'notBound')
  const [own, foreign] = [await new TestApp(cloud.url).login(member.token), await new TestApp(cloud.url).login(mallory.token)]
  for (const { name } of owners) expect(await own.ask(name, {}, { devsn: box.devsn })).toMatchObject({ code: Code.notAllowed })
  for (const { name } of all) expect(await foreign.ask(name, {}, { devsn: box.devsn })).toMatchObject({ code: Code.notBound })
  expect(box.receivedOf('act', 'en')).toEqual([])
  own.close()
  foreign.close()
})

test('P25: a payload over 64 KB, deeper than 8 levels, or no payload at all is refused and reaches no box', async () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
  expect((await order({ request: 'start_task', data: { url: 'x'.repeat(65_536) } })).data).toMatchObject({
    field: 'payload',
    rule: 'too_large',
  })
  expect((await order({ request: 'start_task', data: deep(9) })).data).toMatchObject({ field: 'data', rule: 'too_deep' })
  for (const payload of ['', '{', '[]', 'null', '7', '{"data":{}}', '{"request":"device_status","data":"{"}']) {
    expect(await order(payload)).toMatchObject({ code: Code.invalid, data: { field: 'payload', rule: 'payload' } })
  }
  expect(box.received).toEqual([])
  expectCode(await order({ request: 'start_task', data: deep(8) }), 'ok')
})

test("the same id asked again is the same act for the box, another user's is not", async () => {
  const bob = await cloud.signUp('bob')
  box.code = 'BBBB2345'
  await bind(cloud, box, bob)
  const stop = (id: string, user = alice) => order({ request: 'stop_task', data: { task_id: 't' }, id }, { user })
  const replies = [await stop('one'), await stop('one'), await stop('two'), await stop('one', bob)]
  expect(replies.map(({ data }) => 'id' in data && data.id)).toEqual(['one', 'one', 'two', 'one'])
  const [first, again, other, bobs] = box.receivedOf('act').map(({ id }) => id)
  expect(again).toBe(first)
  expect(new Set([first, other, bobs]).size).toBe(3)
})

test('a box that says nothing is answered for after ten seconds, one that is off at once', async () => {
  box.answers = () => undefined
  let isAnswered = false
  const answer = order({ request: 'device_status' }).finally(() => (isAnswered = true))
  await expect.poll(() => box.receivedOf('act').length).toBe(1)
  clock.pass(9_999)
  expectCode(await cloud.ask(listDevices, {}, alice), 'ok')
  expect(isAnswered).toBe(false)
  clock.pass(1)
  expectCode(await answer, 'noResponse')
  await box.stop()
  await expect.poll(async () => (await cloud.ask(listDevices, {}, alice)).data.data[0]?.online).toBe(0)
  expectCode(await order({ request: 'device_status' }), 'offline')
})
