/** Presence of a box is reported correctly whatever happens to its connection. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDevices } from '@homeport/contract/device.ts'
import { langs } from '@homeport/contract/kit/promise.ts'
import { bind, TestApp, type TestCloud } from '../../testing/app-socket.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { TestBox } from '../../testing/box.ts'
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
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../testing/box-process.ts', import.meta.url)), cloud.url, '1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.push(child)
  const [line]: [Buffer] = await (once(child.stdout, 'data') as Promise<[Buffer]>)
  const devsn = line.toString().trim()
  await bind(cloud, Object.assign(new TestBox(cloud.url), { key: { devsn } }), alice)
  expect(await isOnline(devsn)).toBe(1)
  return { child, devsn }
}

test('P23: a box killed with kill -9 is offline', async () => {
  const { child, devsn } = await boxProcess()
  child.kill('SIGKILL')
  await expect.poll(() => isOnline(devsn), { interval: 20, timeout: 20_000 }).toBe(0)
})

test('P23: a box that froze with its connection open is offline once its keep-alive is over', async () => {
  const { child, devsn } = await boxProcess()
  child.kill('SIGSTOP')
  await expect.poll(() => isOnline(devsn), { interval: 20, timeout: 20_000 }).toBe(0)
})

test('P23: a box behind a pulled cable is offline once its keep-alive is over, and the app is notified', async () => {
  const network = await openNetworkToggle(cloud.port)
  const box = await new TestBox(cloud.url).start({ keepalive: 1, through: network.url })
  await bind(cloud, box, alice)
  const app = await new TestApp(cloud.url).login(alice.token)
  network.pull()
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
