/** P43: an app that sends without reading, or without end, does not use up the cloud's memory. */
import { expectCode } from '../../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actNameMaxLength, frameIdMaxLength } from '@homeport/contract/kit/envelope.ts'
import { framesPerSecond } from '@homeport/contract/kit/connection.ts'
import { bind, TestApp, type TestCloud } from '../../testing/app-socket.ts'
import { openNetworkToggle } from '../../testing/network-toggle.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { TestBox } from '../../testing/box.ts'
import { bufferedMaxBytes } from './app-socket.ts'

/** The most that Linux gives to a connection, to send and to receive. */
const systemBuffersBytes = (4 + 32) * 1024 * 1024

let cloud: TestCloud
let box: TestBox
let alice: { token: string }

beforeAll(async () => {
  cloud = await startTestCloud()
  box = await new TestBox(cloud.url).start()
  alice = await cloud.signUp('alice')
  await bind(cloud, box, alice)
  box.answers = (act, data) => ({ code: Code.ok, data: { act, data } })
})
afterAll(async () => {
  await box.stop()
  await cloud.stop()
})

test('P43: an app that does not read is ended once a megabyte waits for it, and others are answered meanwhile', async () => {
  const deaf = await new TestApp(cloud.url).login(alice.token, box.devsn)
  const other = await new TestApp(cloud.url).login(alice.token, box.devsn)
  deaf.ws.pause()
  // Each is answered with as many bytes.
  const data = { url: 'x'.repeat(60_000) }
  const ask = setInterval(() => deaf.ws.readyState === deaf.ws.OPEN && deaf.send('start_task', data), 5)
  await expect.poll(() => deaf.ws.readyState, { timeout: 50_000 }).not.toBe(deaf.ws.OPEN)
  clearInterval(ask)
  expectCode(await other.ask('onheadt', {}), 'ok')
  const answered = box.receivedOf('act').filter(({ act }) => act === 'start_task').length
  // The acts that came fit into the cloud's own buffer and the system's buffers of both ends.
  expect(answered * data.url.length).toBeLessThan(bufferedMaxBytes + systemBuffersBytes)
  deaf.close()
  other.close()
})

test('P43: an act of more than 40 or an id of more than 64 characters is refused without being echoed', async () => {
  const app = await new TestApp(cloud.url).login(alice.token, box.devsn)
  app.frames.length = 0
  app.send('a'.repeat(actNameMaxLength + 1), {}, { id: 'one' })
  app.send('onheadt', {}, { id: 'i'.repeat(frameIdMaxLength + 1) })
  await expect
    .poll(() => app.frames)
    .toEqual([
      { act: '', dev: '', code: Code.invalid, data: { field: 'act', rule: 'too_large' } },
      { act: '', dev: '', code: Code.invalid, data: { field: 'id', rule: 'too_large' } },
    ])
  expectCode(await app.ask('onheadt', {}, { id: 'i'.repeat(frameIdMaxLength) }), 'ok')
  app.close()
})

test('P43: frames that come faster than is read wait in the app; each is answered in its turn', async () => {
  const app = await new TestApp(cloud.url).login(alice.token, box.devsn)
  app.frames.length = 0
  // How long they wait is computed in contract/src/kit/inbound.test.ts and inbound-socket.test.ts.
  const many = 5 * framesPerSecond
  // As long as they are, few fit into one network packet.
  const filler = 'x'.repeat(6_000)
  for (let at = 0; at < many; at += 1) app.send('onheadt', { filler }, { id: String(at) })
  await expect.poll(() => app.frames.length).toBe(many)
  expect(app.frames.map(({ id }) => id)).toEqual(Array.from({ length: many }, (_, at) => String(at)))
  app.close()
})

test('P10: an app whose session ended without a word to this process is signed out within half a minute', async () => {
  let clock = Date.now()
  const timed = await startTestCloud({}, { now: () => clock })
  const [gone, other] = [await timed.signUp('carol'), await timed.signUp('dave')]
  const [app, stays] = [await new TestApp(timed.url).login(gone.token), await new TestApp(timed.url).login(other.token)]
  const file = new DatabaseSync(join(timed.folder, 'cloud', 'en.db'))
  file.prepare('delete from sessions where user_id = ?').run(gone.user_id)
  file.close()
  clock += 31_000
  await expect.poll(() => app.ws.readyState).not.toBe(app.ws.OPEN)
  expect(stays.ws.readyState).toBe(stays.ws.OPEN)
  stays.close()
  await timed.stop()
})

test('P23: an app behind a pulled cable is disconnected once it has been silent for 75 seconds', async () => {
  let clock = Date.now()
  const timed = await startTestCloud({}, { now: () => clock })
  const network = await openNetworkToggle(timed.port)
  const app = await new TestApp(network.url).login((await timed.signUp('carol')).token)
  network.pull()
  clock += 74_000
  const other = await new TestApp(timed.url).login((await timed.signUp('dave')).token)
  expectCode(await other.ask('onheadt', {}), 'ok')
  expect(network.openFar()).toBe(1)
  clock += 2_000
  await expect.poll(() => network.openFar()).toBe(0)
  expect(other.ws.readyState).toBe(other.ws.OPEN)
  for (const one of [app, other]) one.close()
  network.stop()
  await timed.stop()
})
