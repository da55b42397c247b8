/** Presence of a box is reported correctly whatever happens to its connection. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listDevices } from '@homeport/contract/device.ts'
import { keepAliveSeconds } from '@homeport/contract/kit/connection.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { bind, TestApp, type TestCloud } from '../../testing/app-socket.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { TestBox } from '../../testing/box.ts'
import { until } from '../../../../testing/until.ts'
import { openNetworkToggle } from '../../testing/network-toggle.ts'

let cloud: TestCloud
let alice: { token: string }
const children: ChildProcess[] = []

beforeAll(async () => {
  cloud = await startTestCloud()
  alice = await cloud.signUp('alice')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await cloud.stop()
})

const isOnline = async (devsn: string) =>
  (await cloud.ask(listDevices, {}, alice)).data.data.find((device) => device.devsn === devsn)?.online

async function boxProcess(): Promise<{ child: ChildProcess; devsn: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../testing/box-process.ts', import.meta.url)), cloud.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line]: [Buffer] = await (once(child.stdout, 'data') as Promise<[Buffer]>)
  const devsn = line.toString().trim()
  await bind(cloud, Object.assign(new TestBox(cloud.url), { key: { devsn } }), alice)
  expect(await isOnline(devsn)).toBe(1)
  return { child, devsn }
}

/** The broker's waits for boxes from here on: they are over when the test says so, however slow the machine is. */
function holdKeepAlive(): { over: () => void } {
  const real = globalThis.setTimeout
  const held: (() => void)[] = []
  const hold = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    // MQTT 5, 3.1.2.10: one and a half times the keep-alive; the broker adds a millisecond.
    if (ms !== keepAliveSeconds * 1_500 + 1) return real(run, ms, ...args)
    held.push(run)
    // The broker starts it anew with each packet.
    return real(() => undefined, 0)
  }
  vi.stubGlobal('setTimeout', Object.assign(hold, real))
  return {
    over: () => {
      expect(held.length).toBeGreaterThan(0)
      for (const run of held) run()
    },
  }
}

test('P23: a box killed with kill -9 is offline', async () => {
  const { child, devsn } = await boxProcess()
  child.kill('SIGKILL')
  await until('it is offline', async () => (await isOnline(devsn)) === 0)
})

test('P23: a box that froze with its connection open is offline once its keep-alive is over', async () => {
  const keepAlive = holdKeepAlive()
  const { child, devsn } = await boxProcess()
  child.kill('SIGSTOP')
  expect(await isOnline(devsn)).toBe(1)
  keepAlive.over()
  await until('it is offline', async () => (await isOnline(devsn)) === 0)
})

test('P23: a box behind a pulled cable is offline once its keep-alive is over, and the app is notified', async () => {
  const network = await openNetworkToggle(cloud.port)
  const keepAlive = holdKeepAlive()
  const box = await new TestBox(cloud.url).start({ through: network.url })
  await bind(cloud, box, alice)
  const app = await new TestApp(cloud.url).login(alice.token)
  network.pull()
  keepAlive.over()
  await app.frame(({ data }) => JSON.stringify(data) === JSON.stringify({ devices: [{ devsn: box.devsn, online: 0 }] }))
  app.close()
  network.stop()
  await box.stop()
})

test('P23: the late will of a lost connection never overwrites the birth of the newer one', async () => {
  const network = await openNetworkToggle(cloud.port)
  const old = await new TestBox(cloud.url).start({ through: network.url })
  await bind(cloud, old, alice)
  network.pull()
  const newer = new TestBox(cloud.url, old.key)
  newer.epoch = old.epoch
  await newer.start()
  const app = await new TestApp(cloud.url).login(alice.token)
  // The newer connection closes the old one; its will and its close must change nothing.
  await expect.poll(() => network.openFar()).toBe(0)
  expect(await app.ask('device_status', {}, { devsn: old.devsn })).toMatchObject({ code: Code.ok })
  expect(await isOnline(old.devsn)).toBe(1)
  // Notices come in order: the first one is that the newer connection went too.
  await newer.stop()
  await app.frame(({ data }) => JSON.stringify(data ?? 0).includes('devices'))
  expect(app.frames.filter(({ data }) => JSON.stringify(data ?? 0).includes('devices')).map(({ data }) => data)).toEqual([
    { devices: [{ devsn: old.devsn, online: 0 }] },
  ])
  app.close()
  network.stop()
})

test('P23: a birth with an epoch older than the last one is refused, a newer one counts', async () => {
  const box = new TestBox(cloud.url)
  box.epoch = 5
  await box.start()
  await bind(cloud, box, alice)
  box.cut()
  await expect.poll(() => isOnline(box.devsn)).toBe(0)
  const old = await new TestBox(cloud.url, box.key).start({ isQuiet: true })
  const closed = new Promise((resolve) => old.client?.once('close', () => resolve(true)))
  void old.birth()
  expect(await closed).toBe(true)
  expect(await isOnline(box.devsn)).toBe(0)
  await box.start()
  expect(await isOnline(box.devsn)).toBe(1)
  await box.stop()
})

test('P23: a box that nobody has bound leaves no row behind, whatever it says', async () => {
  const box = await new TestBox(cloud.url).start()
  const rows = [{ report: 'device.info', key: 'info', rev: 1, value: null }]
  for (const lang of langs) {
    await box.send(lang, { kind: 'mirror', epoch: box.mirrorEpoch, first: true, rev: 1, rows })
    await box.send(lang, { kind: 'push', frame: { act: 'download_status', dev: '', code: Code.ok, data: {} } })
    await box.send(lang, { kind: 'pair_hint', pair_hint: 'ZZ' })
  }
  await box.stop()
  const other = await new TestBox(cloud.url).start()
  await bind(cloud, other, alice)
  await expect.poll(() => rowsOf(other.devsn)).toBeGreaterThan(0)
  expect(rowsOf(box.devsn)).toBe(0)
  await other.stop()
})

/** In both realms, every row of any table that contains the box's serial. */
function rowsOf(devsn: string): number {
  let count = 0
  for (const lang of langs) {
    const db = new DatabaseSync(join(cloud.folder, 'cloud', `${lang}.db`), { readOnly: true })
    for (const { name } of db.prepare("select name from sqlite_master where type = 'table'").all()) {
      for (const row of db.prepare(`select * from "${String(name)}"`).all()) if (JSON.stringify(row).includes(devsn)) count += 1
    }
    db.close()
  }
  return count
}
