/** The app's socket, used by apps and by malicious clients. */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logout } from '@homeport/contract/account.ts'
import { listDevices, unbindDevice } from '@homeport/contract/device.ts'
import { bind, TestApp, type TestCloud } from '../../testing/app-socket.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { TestBox } from '../../testing/box.ts'

let cloud: TestCloud
let box: TestBox
let alice: { token: string; user_id: string }

beforeAll(async () => {
  cloud = await startTestCloud()
  box = await new TestBox(cloud.url).start()
  alice = await cloud.signUp('alice')
  await bind(cloud, box, alice)
})
beforeEach(() => {
  box.answers = (act, data) => ({ code: Code.ok, data: { act, data } })
})
afterAll(async () => {
  await box.stop()
  await cloud.stop()
})

const opened = (options: ConstructorParameters<typeof TestApp>[1]) =>
  new TestApp(cloud.url, options).open().then(
    (app) => (app.close(), true),
    () => false,
  )

test('an app signs in, gets its fd, and its heartbeat is answered', async () => {
  const app = await new TestApp(cloud.url).open()
  expect(await app.ask('login', { token: alice.token }, { devsn: box.devsn, id: 'a' })).toMatchObject({
    act: 'login',
    dev: '',
    code: Code.ok,
    data: { fd: expect.stringMatching(/^[\w.-]{40,}$/) },
  })
  expect(await app.ask('onheadt', {}, { id: 'b' })).toMatchObject({ act: 'onheadt', dev: '', code: Code.ok })
  expect(await app.ask('logout', {}, { id: 'c' })).toMatchObject({ code: Code.ok })
  await expect.poll(() => app.closedBy).toBe(1000)
})

test('an act goes to the named box and its reply echoes id, box, url and task', async () => {
  const app = await new TestApp(cloud.url).login(alice.token)
  box.answers = () => ({ code: Code.ok, data: { task_id: 't9' } })
  expect(await app.ask('download_status', { url: 'http://example.org/x', task_id: '' }, { devsn: box.devsn, id: 'q' })).toEqual({
    act: 'download_status',
    dev: box.devsn,
    code: Code.ok,
    data: { task_id: 't9' },
    id: 'q',
    url: 'http://example.org/x',
    task_id: 't9',
  })
  app.close()
})

test("what the box pushes reaches the sockets of its household in that realm, and nobody else's", async () => {
  const [bob, zoe] = [await cloud.signUp('bob'), await cloud.signUp('zoe', 'zh')]
  const own = [await new TestApp(cloud.url).login(alice.token), await new TestApp(cloud.url).login(alice.token)]
  const others = [
    await new TestApp(cloud.url).login(bob.token, box.devsn),
    await new TestApp(cloud.url, { lang: 'zh' }).login(zoe.token, box.devsn),
    await new TestApp(cloud.url).open(),
  ]
  await box.send('en', {
    kind: 'push',
    frame: { act: 'download_status', dev: 'SOMEBODYELSE2345', code: Code.ok, data: { task_id: 'p' } },
  })
  for (const app of own)
    expect(await app.frame(({ act }) => act === 'download_status')).toMatchObject({ dev: box.devsn, data: { task_id: 'p' } })
  await box.send('en', { kind: 'push', frame: { act: 'notice', dev: '', code: Code.ok, data: { bindings_changed: 1 } } })
  await box.send('zh', { kind: 'push', frame: { act: 'download_status', dev: '', code: Code.ok, data: { task_id: 'z' } } })
  for (const app of [...own, ...others]) if (app !== others[2]) await app.ask('onheadt', {})
  // A new account gets the system's welcome message.
  const pushed = ({ frames }: TestApp) =>
    frames.filter(({ act, data }) => !['login', 'onheadt'].includes(act) && !JSON.stringify(data).includes('unread'))
  for (const app of own) expect(pushed(app)).toHaveLength(1)
  for (const app of others) expect(pushed(app)).toEqual([])
  for (const app of [...own, ...others]) app.close()
})

test('P16: what the box pushes to one user reaches the sockets of that user only', async () => {
  const bob = await cloud.signUp('bobby')
  box.code = 'BPPB2345'
  await bind(cloud, box, bob)
  const own = await new TestApp(cloud.url).login(alice.token)
  const other = await new TestApp(cloud.url).login(bob.token)
  const frame = (task_id: string) => ({ act: 'download_status', dev: '', code: Code.ok, data: { task_id } })
  await box.send('en', { kind: 'push', user_id: alice.user_id, frame: frame('hers') })
  await box.send('en', { kind: 'push', frame: frame('everybody') })
  const first = (app: TestApp) => app.frame(({ act }) => act === 'download_status')
  expect(await first(own)).toMatchObject({ data: { task_id: 'hers' } })
  expect(await first(other)).toMatchObject({ data: { task_id: 'everybody' } })
  for (const app of [own, other]) app.close()
})

test('an app is notified when its box disconnects and reconnects', async () => {
  const app = await new TestApp(cloud.url).login(alice.token)
  box.cut()
  expect(await app.frame(({ act }) => act === 'notice')).toMatchObject({ data: { devices: [{ devsn: box.devsn, online: 0 }] } })
  expect(await app.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.offline, dev: box.devsn })
  await box.start()
  expect(await app.frame(({ act, data }) => act === 'notice' && JSON.stringify(data).includes('"online":1'))).toBeDefined()
  app.close()
})

test('P27: only our own origins open a socket; a program without an origin may', async () => {
  const { port } = cloud
  for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${port + 1}`, `http://evil.local:${port}`, 'file://'])
    expect(await opened({ origin }), origin).toBe(false)
  expect(await opened({ origin: `http://127.0.0.1:${port}`, headers: { host: `evil.example:${port}` } })).toBe(false)
  for (const origin of [`http://127.0.0.1:${port}`, 'capacitor://localhost', undefined])
    expect(await opened({ origin }), String(origin)).toBe(true)
})

test(
  'P27: who has not signed in within 5 s is closed, whatever else they send, and nothing is done for them',
  { timeout: 15_000 },
  async () => {
    const app = await new TestApp(cloud.url).open()
    box.received.length = 0
    expect(await app.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.wrongCredentials })
    await expect.poll(() => app.closedBy, { timeout: 20_000 }).toBe(4408)
    expect(box.receivedOf('act')).toEqual([])
  },
)

test('P27: a wrong token, or one of the other realm, closes the socket', async () => {
  for (const [token, lang] of [
    ['', 'en'],
    ['x', 'en'],
    [alice.token, 'zh'],
  ] as const) {
    const app = await new TestApp(cloud.url, { lang }).open()
    expect(await app.ask('login', { token }, { id: 'l' })).toMatchObject({ act: 'login', code: Code.wrongCredentials })
    await expect.poll(() => app.closedBy).toBe(4401)
  }
})

test('P27: a frame over 64 KB closes the socket, one of just under passes', async () => {
  const app = await new TestApp(cloud.url).login(alice.token, box.devsn)
  expect(await app.ask('start_task', { url: 'x'.repeat(65_000) }, { devsn: box.devsn })).toMatchObject({ code: Code.ok })
  app.ws.send('x'.repeat(65_537))
  await expect.poll(() => app.closedBy).toBe(1009)
})

test('P27: fuzzed frames never crash it, and never reach the box but as known acts', { timeout: 60_000 }, async () => {
  const witness = await new TestApp(cloud.url).login(alice.token, box.devsn)
  box.received.length = 0
  const frame = fc.record({
    act: fc.oneof(fc.constantFrom('login', 'logout', 'onheadt', 'start_task', '__proto__'), fc.string()),
    time: fc.anything(),
    id: fc.oneof(fc.string(), fc.constant(undefined)),
    data: fc.oneof(fc.jsonValue(), fc.record({ devsn: fc.oneof(fc.constant(box.devsn), fc.string()), data: fc.jsonValue() })),
  })
  const bytes = fc.oneof(
    fc.string(),
    fc.json(),
    fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list)),
    frame.map((value) => JSON.stringify(value) ?? ''),
    fc.constant('['.repeat(30_000)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 8 }), fc.boolean(), async (messages, isIn) => {
      const app = await new TestApp(cloud.url).open()
      if (isIn) await app.login(alice.token, box.devsn)
      for (const message of messages) if (app.ws.readyState === app.ws.OPEN) app.ws.send(message)
      expectCode(await witness.ask('onheadt', {}), 'ok')
      app.close()
    }),
    { numRuns: 100 },
  )
  expect(
    box
      .receivedOf('act')
      .map(({ act }) => act)
      .filter((act) => act !== 'start_task'),
  ).toEqual([])
  expectCode(await cloud.ask(listDevices, {}, alice), 'ok')
  witness.close()
})

test('P10: signing out closes the open sockets of that token, and no other', async () => {
  const again = await cloud.signUp('again')
  const [gone, stays] = [await new TestApp(cloud.url).login(again.token), await new TestApp(cloud.url).login(alice.token)]
  await cloud.ask(logout, {}, again)
  await expect.poll(() => gone.closedBy).toBe(4403)
  expect(await stays.ask('onheadt', {})).toMatchObject({ code: Code.ok })
  stays.close()
})

test("P20: unbinding ends that user's sockets to the box, and their acts and pushes at once", async () => {
  const carol = await cloud.signUp('carol')
  box.code = 'CARE2345'
  await bind(cloud, box, carol)
  const [bound, unbound] = [
    await new TestApp(cloud.url).login(carol.token, box.devsn),
    await new TestApp(cloud.url).login(carol.token),
  ]
  const stays = await new TestApp(cloud.url).login(alice.token, box.devsn)
  expect(await unbound.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.ok })
  await cloud.ask(unbindDevice, { devsn: box.devsn }, carol)
  await expect.poll(() => bound.closedBy).toBe(4403)
  expect(await unbound.frame(({ data }) => JSON.stringify(data).includes('bindings_changed'))).toMatchObject({ act: 'notice' })
  expect(await stays.frame(({ act }) => act === 'notice')).toMatchObject({ data: { bindings_changed: 1 } })
  stays.close()
  expect(await unbound.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.notBound })
  await box.send('en', { kind: 'push', frame: { act: 'download_status', dev: box.devsn, code: Code.ok, data: {} } })
  await unbound.ask('onheadt', {})
  expect(unbound.frames.filter(({ act }) => act === 'download_status')).toEqual([])
  unbound.close()
})

test('more than 64 acts under way on one socket are refused, not queued', async () => {
  const app = await new TestApp(cloud.url).login(alice.token, box.devsn)
  box.answers = () => undefined
  for (let count = 0; count < 64; count += 1) app.send('device_status', {}, { devsn: box.devsn })
  expect(await app.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.tooMany })
  app.close()
})

test('P26: a key that was held up between app and cloud does nothing; other acts are done however late', async () => {
  const app = await new TestApp(cloud.url).login(alice.token)
  const received: string[] = []
  box.answers = (act) => {
    received.push(act)
    return { code: Code.ok, data: {} }
  }
  const send = (act: string, sent_ms: number) =>
    app.ws.send(
      JSON.stringify({
        act,
        sent_ms,
        id: `${act}${sent_ms}`,
        data: { app: 'web', devsn: box.devsn, appuid: '', data: { key: 'ok' } },
      }),
    )
  const answer = (act: string, sent_ms: number) => app.frame(({ id }) => id === `${act}${sent_ms}`)
  // The clock of the app is another one; only differences count.
  const base = 5_000_000
  send('remote_key', base)
  expect((await answer('remote_key', base)).code).toBe(Code.ok)
  for (const act of ['remote_key', 'player_pause']) send(act, base - 60_000)
  expect((await answer('player_pause', base - 60_000)).code).toBe(Code.ok)
  expect((await answer('remote_key', base - 60_000)).code).toBe(Code.noResponse)
  expect(received).toEqual(['remote_key', 'player_pause'])
  app.close()
})
