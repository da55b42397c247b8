/** Two cloud processes over one database and one broker behave as one cloud, wherever box and app are connected. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logout } from '@homeport/contract/account.ts'
import { bindDevice, keepCopy, listDevices, publish, unbindDevice, unread } from '@homeport/contract/device.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { TestBox } from '../testing/box.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { TestApp, type TestCloud } from '../testing/app-socket.ts'
import { freshDatabase } from '../testing/template.ts'

const mqttUrl = process.env.TEST_MQTT_URL
const isHere = Boolean(mqttUrl && process.env.TEST_DATABASE_URL)

describe.skipIf(!isHere)(`two cloud processes${isHere ? '' : ' (skipped: no TEST_DATABASE_URL and TEST_MQTT_URL)'}`, () => {
  const database = freshDatabase()
  const children: ChildProcess[] = []
  const folders: string[] = []
  let near: TestCloud
  let far: TestCloud
  let box: TestBox
  let alice: { token: string; user_id: string }
  let settings: { databaseUrl: string; mqttUrl: string | undefined }

  beforeEach(async () => {
    settings = { databaseUrl: await database(), mqttUrl }
    ;[near, far] = await Promise.all([startTestCloud(settings), startTestCloud(settings)])
    box = await new TestBox(far.url).start()
    alice = await near.signUp('alice')
    await expect.poll(async () => (await near.ask(bindDevice, { devsn: box.devsn, code: box.code }, alice)).code).toBe(Code.ok)
  })
  afterEach(async () => {
    await box.stop()
    await Promise.all([near.stop(), far.stop()])
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const isOnline = async (cloud: TestCloud) => (await cloud.ask(listDevices, {}, alice)).data.data[0]?.online

  test('a box held by one is bound, asked and seen through the other', async () => {
    box.answers = (act, data) => ({ code: Code.ok, data: { act, data } })
    await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members.length).toBe(1)
    expect(await isOnline(near)).toBe(1)
    const app = await new TestApp(near.url).login(alice.token, box.devsn)
    expect(await app.ask('device_status', { a: 1 }, { devsn: box.devsn })).toMatchObject({
      code: Code.ok,
      data: { act: 'device_status', data: { a: 1 } },
    })
    const answer = await near.ask(publish, { client_id: box.devsn, payload: JSON.stringify({ request: 'device_info' }) }, alice)
    expect(answer).toMatchObject({ code: Code.ok, data: { act: 'device_info', dev: box.devsn } })
    app.close()
  })

  test('P51: two copies of a box at two processes: the first keeps the connection, and the owner’s choice at one moves it at the other', async () => {
    const processOf = (letter: string) => ({ instance: letter.repeat(22), previous: '', host: letter })
    const copy = new TestBox(near.url, box.key)
    const signIn = (one: TestBox) => one.start().then(Boolean, () => false)
    const copies = async (cloud: TestCloud) =>
      (await cloud.ask(listDevices, {}, alice)).data.data[0]?.copies?.map(({ name }) => name)
    box.process = processOf('A')
    copy.process = processOf('B')
    expect([await signIn(box), await signIn(copy), await signIn(box), await signIn(copy)]).toEqual([true, true, true, false])
    expect([await copies(near), await copies(far)]).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ])
    const isCut = new Promise<void>((resolve) => box.client?.once('close', () => resolve()))
    const choice = { devsn: box.devsn, id: copy.process.instance ?? '' }
    expect((await near.ask(keepCopy, choice, alice)).code).toBe(Code.ok)
    await isCut
    expect([await signIn(box), await signIn(copy), await copies(far)]).toEqual([false, true, undefined])
    await expect.poll(() => isOnline(far)).toBe(1)
    await copy.stop()
  })

  test('pushes and notices reach the sockets of every process', async () => {
    const apps = [await new TestApp(near.url).login(alice.token), await new TestApp(far.url).login(alice.token)]
    // The broker subscription is made while the socket signs in: pushes are repeated until it exists.
    for (const app of apps) {
      await expect
        .poll(async () => {
          await box.send('en', {
            kind: 'push',
            frame: { act: 'download_status', dev: '', code: Code.ok, data: { task_id: 'p' } },
          })
          return app.frames.some(({ act, dev }) => act === 'download_status' && dev === box.devsn)
        })
        .toBe(true)
    }
    box.cut()
    for (const app of apps)
      // Unread counts arrive as notices too.
      expect(await app.frame(({ act, data }) => act === 'notice' && JSON.stringify(data).includes('devices'))).toMatchObject({
        data: { devices: [{ devsn: box.devsn, online: 0 }] },
      })
    expect(await isOnline(near)).toBe(0)
    apps.forEach((app) => app.close())
  })

  test('a message that one process accepts is pushed to the app whose socket another process holds', async () => {
    const bob = await near.signUp('bob')
    const app = await new TestApp(far.url).login(alice.token, box.devsn)
    const letter = { to: alice.user_id, id: 'a-message-across-processes', text: 'hello' }
    expectCode(await near.ask(sendMessage, letter, bob), 'ok')
    expectCode(await far.ask(sendMessage, letter, bob), 'ok')
    await app.frame(({ data }) => JSON.stringify(data ?? 0).includes('"messages":1'))
    expect((await far.ask(unread, {}, alice)).data).toMatchObject({ messages: 1, system: 1 })
    app.close()
  })

  test('a command sent to one process is answered on the socket that another holds', async () => {
    const app = await new TestApp(far.url).login(alice.token, box.devsn)
    const answer = await near.ask(
      publish,
      { client_id: box.devsn, payload: JSON.stringify({ request: 'device_status', fd: app.fd, id: 'x' }) },
      alice,
    )
    expect(answer).toMatchObject({ code: Code.ok, data: { id: 'x' } })
    expect(await app.frame(({ id }) => id === 'x')).toMatchObject({ act: 'device_status', dev: box.devsn, code: Code.ok })
    app.close()
  })

  test('P10, P20: signing out or unbinding at one closes the sockets at the other', async () => {
    const leaving = await far.ask(listDevices, {}, alice)
    expectCode(leaving, 'ok')
    const bound = await new TestApp(far.url).login(alice.token, box.devsn)
    await near.ask(unbindDevice, { devsn: box.devsn }, alice)
    await expect.poll(() => bound.closedBy).toBe(4403)
    await expect.poll(() => box.receivedOf('household', 'en').at(-1)?.members).toEqual([])
    const app = await new TestApp(far.url).login(alice.token)
    await near.ask(logout, {}, alice)
    await expect.poll(() => app.closedBy).toBe(4403)
  })

  test('P23: a box that reconnects to the other process stays online when its old connection ends late', async () => {
    const old = box.client
    const moved = new TestBox(near.url, box.key)
    moved.epoch = box.epoch
    await moved.start()
    // The first process closes the older connection by itself.
    await expect.poll(() => old?.connected).toBe(false)
    expect(await isOnline(near)).toBe(1)
    expect(await isOnline(far)).toBe(1)
    const app = await new TestApp(far.url).login(alice.token, box.devsn)
    expect(await app.ask('device_status', {}, { devsn: box.devsn })).toMatchObject({ code: Code.ok })
    app.close()
    await moved.stop()
    await expect.poll(() => isOnline(far)).toBe(0)
  })

  test('the boxes of a process killed with kill -9 are offline for the others at once, and can come back there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homeport-cloud-'))
    folders.push(folder)
    const env = {
      ...process.env,
      HOMEPORT_DATA: folder,
      HOMEPORT_PORT: '0',
      HOMEPORT_LOG: 'silent',
      DATABASE_URL: settings.databaseUrl,
      MQTT_URL: mqttUrl,
    }
    const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const [line] = await once(child.stdout, 'data')
    const port = /port (\d+)/.exec(String(line))?.[1]
    const moved = new TestBox(`http://127.0.0.1:${port}`, box.key)
    moved.epoch = box.epoch
    await moved.start()
    await expect.poll(() => box.client?.connected).toBe(false)
    expect(await isOnline(near)).toBe(1)
    child.kill('SIGKILL')
    await expect.poll(() => isOnline(near), { timeout: 20_000 }).toBe(0)
    box.epoch = moved.epoch
    await box.start()
    await expect.poll(() => isOnline(near)).toBe(1)
    await moved.stop()
  })

  test('two clouds that share a broker but not their data never receive each other’s messages', async () => {
    const stranger = await startTestCloud({ ...settings, databaseUrl: await database() })
    const mallory = await stranger.signUp('mallory')
    box.code = 'ABCD2345'
    await box.send('en', { kind: 'pair_hint', pair_hint: 'AB' })
    expectCode(await stranger.ask(bindDevice, { devsn: box.devsn, code: box.code }, mallory), 'offline')
    expectCode(await stranger.ask(bindDevice, { devsn: '', code: box.code }, mallory), 'wrongCredentials')
    await stranger.stop()
  })
})

test('a broker that does not answer is named in one sentence', async () => {
  await expect(startTestCloud({ mqttUrl: 'mqtt://127.0.0.1:9' })).rejects.toThrow(/MQTT_URL does not answer/)
})
