/**
 * P28: the cloud dies under all its boxes and apps at once; by their own back-off they are back within 90 s, and each app reaches its own box. That
 * their waits differ is computed in station/src/kit/connection/connection.test.ts; of so many as a soak has, no second has all. Real MQTT and WebSocket
 * clients with the code of box and app, in processes of their own: 60 here, as many as two cores carry in `npm run soak`.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSession } from '../account/session/session.store.ts'
import { addUser } from '../account/store.ts'
import { bindUser } from '../device/store.ts'
import { newId, newToken, tokenHashOf } from '../kit/auth.ts'
import { until } from '../../../testing/until.ts'
import { openDb } from '../kit/db.ts'
import { startCloudProcess, type CloudProcess } from '../testing/cloud-process.ts'

const isSoak = process.env.SOAK === '1'
const boxesEach = isSoak ? 500 : 30
const processes = isSoak ? 2 : 1
const clients = boxesEach * processes
/** In vain, of each box and app, before the cloud is back; four last about half a minute. */
const tries = isSoak ? 4 : 1
const backWithinMs = 90_000
const program = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** A process of boxes or apps, with the numbers that it sent last. */
type Clients = { child: ChildProcess; up: number; answered: number; leastTries: number }

let folder: string
let cloud: CloudProcess
const boxes: Clients[] = []
const apps: Clients[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-storm-'))
  cloud = await startCloudProcess({ folder: join(folder, 'cloud') })
})
afterAll(async () => {
  for (const { child } of [...boxes, ...apps]) child.kill('SIGKILL')
  await cloud.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

function start(path: string, words: string[]): Clients {
  const child = fork(program(path), words, { execArgv: [] })
  const one: Clients = { child, up: 0, answered: 0, leastTries: 0 }
  child.on('message', (message) => Object.assign(one, message))
  return one
}

const sum = (all: readonly Clients[], key: 'up' | 'answered') => all.reduce((count, one) => count + one[key], 0)

/** Boxes that make their keys; answers with their serial numbers. */
function startBoxes(at: number): Promise<string[]> {
  const one = start('station/src/testing/storm-boxes.ts', [cloud.url, String(boxesEach), join(folder, `boxes-${at}`)])
  boxes.push(one)
  return new Promise((resolve) => one.child.once('message', (message) => resolve((message as { devsns: string[] }).devsns)))
}

/** Each with an account of its own, written directly: registering and pairing so many is limited. */
async function addOwners(devsns: readonly string[]): Promise<{ token: string; devsn: string }[]> {
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', 'en.db') })
  const now = Date.now()
  const targets = devsns.map((devsn) => ({ token: newToken(), devsn }))
  await db.transaction().execute(async (trx) => {
    for (const { token, devsn } of targets) {
      const user_id = newId()
      await addUser(trx, { user_id, username: `owner-${devsn}`, password_hash: '', created_at: now })
      await addSession(trx, { token_hash: tokenHashOf(token), user_id, client: '', address: '', now })
      await bindUser(trx, user_id, { devsn, now })
    }
  })
  await db.destroy()
  return targets
}

async function allAreUp(): Promise<void> {
  await expect
    .poll(() => [sum(boxes, 'up'), sum(apps, 'up')], { timeout: backWithinMs, interval: 100 })
    .toEqual([clients, clients])
}

async function allAreAnswered(): Promise<void> {
  for (const one of apps) {
    one.answered = 0
    one.child.send('ask')
  }
  await expect.poll(() => sum(apps, 'answered'), { timeout: 30_000 }).toBe(clients)
}

test(`P28: ${clients} boxes and as many apps that are cut at once are back within 90 s, and each app reaches its box`, async () => {
  for (let at = 0; at < processes; at += 1) {
    const targets = await addOwners(await startBoxes(at))
    boxes[at]?.child.send('connect')
    const own = start('web/src/testing/storm-apps.ts', [cloud.url])
    apps.push(own)
    own.child.send({ targets })
  }
  await allAreUp()
  await allAreAnswered()
  await cloud.kill()
  await expect.poll(() => [sum(boxes, 'up'), sum(apps, 'up')]).toEqual([0, 0])
  await until('each has tried in vain', () => [...boxes, ...apps].every(({ leastTries }) => leastTries >= tries))
  cloud = await startCloudProcess({ folder: cloud.folder, port: cloud.port })
  const perSecond = countReturns()
  await allAreUp()
  const counts = perSecond()
  if (isSoak) {
    console.log(`back per second: boxes ${counts.boxes.join(' ')}; apps ${counts.apps.join(' ')}`)
    expect(Math.max(...counts.boxes)).toBeLessThan(clients)
    expect(Math.max(...counts.apps)).toBeLessThan(clients)
  }
  await allAreAnswered()
})

/** How many came back in each second from now on. */
function countReturns() {
  const counts: { boxes: number[]; apps: number[] } = { boxes: [], apps: [] }
  let last = { boxes: 0, apps: 0 }
  const count = () => {
    const now = { boxes: sum(boxes, 'up'), apps: sum(apps, 'up') }
    counts.boxes.push(now.boxes - last.boxes)
    counts.apps.push(now.apps - last.apps)
    last = now
  }
  const timer = setInterval(count, 1_000)
  return () => {
    clearInterval(timer)
    count()
    return counts
  }
}
