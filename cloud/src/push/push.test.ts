/** Notifications from the cloud's events to a real push service, which decrypts what it receives. */
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { endSession, login as loginOf, logout, sessions } from '@homeport/contract/account.ts'
import type { Task } from '@homeport/contract/download/download.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import {
  PushPayload,
  pushKinds,
  pushSettings,
  pushSubscribe,
  pushUnsubscribe,
  savePushSettings,
} from '@homeport/contract/push.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { openDb } from '../kit/db.ts'
import { dbAddressOf } from '../app/realms.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { TestBox } from '../testing/box.ts'
import { expectCode } from '../testing/codes.ts'
import { testTask } from '../testing/test-task.ts'
import { PushService } from '../../../testing/push-service.ts'

const minuteMs = 60_000
/** 12:00 in UTC. */
const noon = Date.UTC(2026, 5, 1, 12)

const taskOf = (task_id: string, more: Partial<Task>) => testTask(task_id, { created_at: noon / 1000 - 60, ...more })

eachCloud('notifications', (start) => {
  let cloud: TestCloud
  let service: PushService
  let silent: Awaited<ReturnType<typeof openSilentService>>
  let clock = noon
  let alice: { token: string; user_id: string }
  let bob: { token: string; user_id: string }
  let messages = 0

  beforeAll(async () => {
    service = await new PushService().start()
    silent = await openSilentService()
    cloud = await start({ pushHosts: [service.host, silent.host] }, { now: () => clock })
    alice = await cloud.signUp('alice')
    bob = await cloud.signUp('bob')
  })
  afterEach(async () => {
    for (const { token } of [alice, bob]) await cloud.ask(pushUnsubscribe, {}, { token })
    service.received.length = 0
    service.statuses.clear()
  })
  afterAll(async () => {
    silent.close()
    await cloud.stop()
    await silent.stop()
    await service.stop()
  })

  const choice = { kinds: [...pushKinds], quiet: null, time_zone: 'UTC' }
  const subscribe = async (
    name: string,
    { token } = alice,
    more: Partial<Parameters<typeof cloud.ask<typeof pushSubscribe.input, typeof pushSubscribe.output>>[1]> = {},
  ) => cloud.ask(pushSubscribe, { ...service.phone(name), ...choice, ...more }, { token })
  async function write(text: string, [from, to] = [bob, alice]) {
    messages += 1
    const id = `message-${String(messages).padStart(16, '0')}`
    expectCode(await cloud.ask(sendMessage, { to: to.user_id, id, text }, { token: from.token }), 'ok')
  }
  /**
   * So many messages were tried for the phone, and what came of the last one is recorded: the cloud begins with another phone only then.
   * The other one is not answered before the returned function is called: until then nothing is sent, whatever the clock says.
   */
  async function triedFor(count: number): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await expect.poll(() => service.attempts.filter((name) => name === 'phone').length).toBe(count)
    const others = service.attempts.filter((name) => name === 'other').length
    service.held.set('other', promise)
    await write('something else', [alice, bob])
    await expect.poll(() => service.attempts.filter((name) => name === 'other').length).toBe(others + 1)
    service.held.delete('other')
    return resolve
  }
  /** A notice is queued a moment after the message is answered. */
  async function queuedFor(user_id: string, count: number): Promise<void> {
    const db = openDb(dbAddressOf({ dataFolder: cloud.folder, databaseUrl: cloud.databaseUrl }, 'en'))
    const query = db
      .selectFrom('push_queue')
      .innerJoin('push_subscriptions as of', 'of.token_hash', 'push_queue.token_hash')
      .where('of.user_id', '=', user_id)
      .select('push_queue.notice_key')
    await expect
      .poll(async () => (await query.execute()).length)
      .toBe(count)
      .finally(async () => db.destroy())
  }
  const payloads = () => service.received.map(({ text }) => PushPayload.parse(JSON.parse(text)))
  const texts = () => payloads().map((payload) => payload.text)

  test('a message arrives encrypted for this phone, signed by the cloud, with the name of who wrote it', async () => {
    expectCode(await subscribe('phone'), 'ok')
    await write('今晚看 Metropolis 吗？ <b>yes</b>')
    await expect.poll(() => service.received).toHaveLength(1)
    expect(service.received[0]).toMatchObject({ path: '/send/phone', ttl: '86400', isSigned: true })
    expect(payloads()).toEqual([
      {
        lang: 'en',
        kind: 'reply',
        name: 'bob',
        text: '今晚看 Metropolis 吗？ <b>yes</b>',
        id: `user:${bob.user_id}`,
        counts: { done: 0, needs: 0, reply: 1, film: 0 },
      },
    ])
  })

  test('quiet hours keep what comes, and end with one summary', async () => {
    const quiet = { from: 19 * 60 + 30, to: 20 * 60 + 30 }
    // 12:00 in UTC is 20:00 there.
    expectCode(await subscribe('phone', alice, { quiet, time_zone: 'Asia/Shanghai' }), 'ok')
    await write('one')
    await write('two')
    await queuedFor(alice.user_id, 2)
    clock += 29 * minuteMs
    await subscribe('loud', bob)
    expect(service.received).toEqual([])
    clock += minuteMs
    await write('three')
    // Those that waited come as one; the third may be among them.
    await expect.poll(() => payloads().reduce((sum, payload) => sum + payload.counts.reply, 0)).toBe(3)
    expect(payloads()[0]).toMatchObject({ text: '', name: '', kind: 'reply' })
    expect(service.received.length).toBeLessThan(3)
  })

  test('the household hears once that a download is complete, and once that one failed', async () => {
    const box = await new TestBox(cloud.url).start()
    await bind(cloud, box, alice)
    await expect.poll(() => box.receivedOf('mirror_from', 'en').length).toBe(1)
    await subscribe('phone')
    const report = (rev: number, task: Task) =>
      box.send('en', {
        kind: 'mirror',
        epoch: box.mirrorEpoch,
        first: rev === 1,
        rev,
        rows: [{ report: 'download.task', key: task.task_id, rev, value: task }],
      })
    await report(1, taskOf('old', { is_done: true, done_at: noon / 1000 - 86_400, created_at: noon / 1000 - 90_000 }))
    await report(2, taskOf('film', {}))
    const done = taskOf('film', { is_done: true, done_at: noon / 1000 })
    await report(3, done)
    await expect.poll(() => payloads().map((payload) => payload.id)).toEqual(['film'])
    await report(4, { ...done, up_size: 7 })
    await report(5, taskOf('broken', { status: 3, reason: 'no_source' }))
    await expect.poll(() => payloads().map((payload) => `${payload.kind} ${payload.id}`)).toEqual(['done film', 'needs broken'])
    await box.stop()
  })

  test('what is not chosen is not sent, and choices are saved', async () => {
    await subscribe('phone', alice, { kinds: ['done'] })
    const { token } = (await cloud.ask(loginOf, { username: 'alice', password: 'alice-secret', agreed: 1 })).data
    await subscribe('other', { ...alice, token })
    const quiet = { from: 1_380, to: 420 }
    await write('unheard')
    await expect.poll(texts).toEqual(['unheard'])
    await cloud.ask(pushUnsubscribe, {}, { token })
    const saved = await cloud.ask(savePushSettings, { ...choice, kinds: ['reply'], quiet }, alice)
    expect(saved.data).toEqual({ is_subscribed: true, kinds: ['reply'], quiet })
    expect((await cloud.ask(pushSettings, {}, alice)).data).toEqual(saved.data)
    await write('heard')
    await expect.poll(texts).toEqual(['unheard', 'heard'])
    expect(service.received.map(({ path }) => path)).toEqual(['/send/other', '/send/phone'])
    expectCode(await cloud.ask(savePushSettings, choice, bob), 'notFound')
    expectCode(await cloud.ask(savePushSettings, { ...choice, time_zone: 'Moon/Sea' }, alice), 'invalid')
  })

  test('P34: an address that is no public push service is refused, with the field that names it', async () => {
    const phone = service.phone('phone')
    for (const endpoint of [
      'http://push.example.net/send/1',
      'https://127.0.0.1/send/1',
      'https://192.168.1.20/send/1',
      'https://[::1]/send/1',
      'https://[::ffff:10.0.0.1]/send/1',
      'https://localhost/send/1',
      'https://user:secret@push.example.net/1',
      `https://169.254.169.254/latest`,
    ]) {
      const refused = await cloud.ask(pushSubscribe, { ...phone, ...choice, endpoint }, alice)
      expect([endpoint, refused.code, refused.data]).toMatchObject([endpoint, Code.invalid, { field: 'endpoint' }])
    }
    expect((await cloud.ask(pushSettings, {}, alice)).data.is_subscribed).toBe(false)
  })

  test('P42: a key that is no point of the curve is refused, with the field that names it', async () => {
    const phone = service.phone('phone')
    const off = Buffer.from(phone.p256dh, 'base64url')
    off.writeUInt8(off.readUInt8(64) ^ 1, 64)
    for (const p256dh of ['A'.repeat(87), off.toString('base64url'), `BA${'_'.repeat(85)}`]) {
      const refused = await cloud.ask(pushSubscribe, { ...phone, ...choice, p256dh }, alice)
      expect([p256dh, refused.code, refused.data]).toMatchObject([p256dh, Code.invalid, { field: 'p256dh' }])
    }
    expect((await cloud.ask(pushSettings, {}, alice)).data.is_subscribed).toBe(false)
  })

  test('P42: a push service that stays silent holds up nobody else’s notifications', async () => {
    await subscribe('phone', alice, { endpoint: `http://${silent.host}/send/1` })
    await subscribe('other', bob)
    await write('unheard')
    await expect.poll(() => silent.open()).toBe(1)
    await write('heard', [alice, bob])
    await expect.poll(texts).toEqual(['heard'])
    expect(silent.open()).toBe(1)
    silent.close()
  })

  test('a subscription that the push service no longer knows ends', async () => {
    await subscribe('phone')
    service.statuses.set('phone', 410)
    await write('gone')
    await expect.poll(async () => (await cloud.ask(pushSettings, {}, alice)).data.is_subscribed).toBe(false)
  })

  test('a push service that is away is tried again, a bounded number of times', async () => {
    await subscribe('phone')
    await subscribe('other', bob)
    const received = () => payloads().filter((_, at) => service.received[at]?.path === '/send/phone')
    service.attempts.length = 0
    service.statuses.set('phone', 503)
    await write('late')
    let letGo = await triedFor(1)
    service.statuses.clear()
    // Another notice wakes the queue; the first one is due by then.
    clock += 10 * minuteMs
    await write('later')
    await queuedFor(alice.user_id, 2)
    letGo()
    await expect.poll(() => received().map((payload) => payload.counts.reply)).toEqual([2])
    service.statuses.set('phone', 503)
    service.attempts.length = 0
    for (let tries = 1; tries <= 6; tries += 1) {
      await write(`lost ${tries}`)
      await queuedFor(alice.user_id, tries)
      letGo()
      letGo = await triedFor(tries)
      clock += 60 * minuteMs
    }
    service.statuses.clear()
    await write('after')
    letGo()
    await expect.poll(() => received().at(-1)?.text).toBe('after')
    await cloud.ask(pushUnsubscribe, {}, alice)
    expect((await cloud.ask(pushSettings, {}, alice)).data).toEqual({ is_subscribed: false, kinds: [], quiet: null })
  })

  test('P10, P13: with the session its notifications end, by sign-out and from another phone', async () => {
    await subscribe('phone')
    await cloud.ask(logout, {}, alice)
    const again = await cloud.ask(loginOf, { username: 'alice', password: 'alice-secret', agreed: 1 })
    const second = { ...alice, token: again.data.token }
    expect((await cloud.ask(pushSettings, {}, second)).data.is_subscribed).toBe(false)
    await subscribe('second', second)
    await write('heard')
    await expect.poll(texts).toEqual(['heard'])
    const third = {
      ...alice,
      token: (await cloud.ask(loginOf, { username: 'alice', password: 'alice-secret', agreed: 1 })).data.token,
    }
    await subscribe('third', third)
    alice = third
    const { data } = await cloud.ask(sessions, {}, third)
    for (const { id, is_current } of data.data) if (!is_current) await cloud.ask(endSession, { id }, third)
    await write('only there')
    await expect
      .poll(() => service.received.filter(({ text }) => text.includes('only there')).map(({ path }) => path))
      .toEqual(['/send/third'])
  })
})

test('P42, P49: a subscription for which nothing can be encrypted ends, and the others are notified', async () => {
  const service = await new PushService().start()
  const cloud = await startTestCloud({ pushHosts: [service.host] })
  const [alice, bob] = [await cloud.signUp('alice'), await cloud.signUp('bob')]
  const choice = { kinds: [...pushKinds], quiet: null, time_zone: 'UTC' }
  for (const one of [alice, bob]) await cloud.ask(pushSubscribe, { ...service.phone(one.user_id), ...choice }, one)
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', 'en.db') })
  const spoilt = { p256dh: 'A'.repeat(87) }
  await db.updateTable('push_subscriptions').set(spoilt).where('user_id', '=', alice.user_id).execute()
  await db.destroy()
  await cloud.ask(sendMessage, { to: alice.user_id, id: 'message-to-alice-001', text: 'lost' }, bob)
  await cloud.ask(sendMessage, { to: bob.user_id, id: 'message-to-bob-00001', text: 'heard' }, alice)
  await expect.poll(() => service.received.map(({ path }) => path)).toEqual([`/send/${bob.user_id}`])
  await expect.poll(async () => (await cloud.ask(pushSettings, {}, alice)).data.is_subscribed).toBe(false)
  await cloud.stop()
  await service.stop()
})

/** It takes connections and never answers. */
async function openSilentService() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    open: () => sockets.size,
    close: () => sockets.forEach((socket) => socket.destroy()),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
