/**
 * P37, soak test: cloud, station and engines are killed with -9 at random points of a queue with every kind of link. Nothing is lost, doubled or written
 * outside. KILLS: how many, 50 by itself; KILL_SEED: of an earlier run, to have its points again.
 */
import { randomInt } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import {
  listTasks,
  removeTask,
  startTask,
  stopTask,
  taskList,
  TaskStatus,
  type Task,
} from '@homeport/contract/download/download.ts'
import { findPrograms } from '../station/src/app/programs.ts'
import { askAs, type App } from './parts/app.ts'
import { randomFrom, type Random } from '../testing/random-from.ts'
import { enginesOf, filesBelow, hashOf, kill, repeat, upload } from './parts/kills.ts'
import { openEd2kServer, openMixedQueue, type MixedLink, type MixedQueue } from './parts/mixed-queue.ts'
import { aria2, ffmpeg } from './parts/programs.ts'
import { hasSeed } from './parts/seed.ts'
import { until } from '../testing/until.ts'
import { openWorld, type World } from './world.ts'

const kills = Number(process.env.KILLS ?? 50)
const seed = Number(process.env.KILL_SEED ?? randomInt(1_000_000))
const killsOfLap = 10
/** Between two kills; the programs may not have come up again. */
const longestPauseMs = 4_500
const sentWithinMs = 20_000
const withinMs = 240_000
const { ffprobe } = await findPrograms(process.env)
const lacks = [!hasSeed && 'qbittorrent-nox', !aria2 && 'aria2', !(ffmpeg && ffprobe) && 'ffmpeg'].filter(Boolean)

const victims = ['station', 'cloud', 'aria2', 'ffmpeg', 'station and engines', 'all'] as const
type Victim = (typeof victims)[number]
type Ground = { root: string; world: World; phone: App & { token: string }; device: Device; random: Random }

test.skipIf(lacks.length > 0)(
  `P37: ${kills} kills -9 over a queue of every kind lose nothing, double nothing and write nothing outside${lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : ''}`,
  async () => {
    console.log(`KILL_SEED=${seed}`)
    const random = randomFrom(seed)
    const root = await mkdtemp(path.join(os.tmpdir(), 'homeport-kill-'))
    const [data, servers, home] = ['data', 'servers', 'home'].map((name) => path.join(root, name)) as [string, string, string]
    for (const folder of [data, servers, home]) await mkdir(folder)
    await fillNeighbours(root)
    const ed2k = await openEd2kServer()
    const env = { HOMEPORT_ED2K_SERVERS: `127.0.0.1:${ed2k.port}`, HOME: home, TMPDIR: home }
    const world = await openWorld({ folder: data, env })
    const ground = { root, world, random, ...(await signIn(world)) }
    const outside = await outsideOf(root)
    const inside = await readdir(data)
    const ids = new Set<string>()
    const hashes: string[] = []
    const closing: (() => Promise<void>)[] = []
    try {
      for (let lap = 1; (lap - 1) * killsOfLap < kills; lap += 1) {
        const queue = await openMixedQueue(lap, servers, ed2k.sources)
        closing.push(() => queue.stop())
        const many = Math.min(killsOfLap, kills - (lap - 1) * killsOfLap)
        for (const id of await fire(ground, queue, { lap, many })) ids.add(id)
        await allDone(ground, ids)
        for (const { body } of queue.links) if (body) hashes.push(hashOf(body))
        await checkFiles(ground, hashes, lap)
        expect(await outsideOf(root)).toEqual(outside)
        expect((await readdir(data)).toSorted()).toEqual(inside.toSorted())
        console.log(`lap ${lap}: ${queue.links.length} downloads whole after ${many} kills, ${ids.size} in the list`)
        await queue.stop()
      }
    } finally {
      await world.stop()
      await Promise.all(closing.map((close) => close()))
      await ed2k.stop()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

async function signIn(world: World): Promise<Pick<Ground, 'phone' | 'device'>> {
  const app = { address: world.addresses[0] ?? '', lang: 'en' } as const
  const { token } = await askAs(app, register, { username: 'soak-owner', password: 'a long soak phrase', agreed: 1 })
  const phone = { ...app, token }
  return { phone, device: await askAs(phone, bindDevice, await world.pair()) }
}

/** Sends a lap's links while programs are killed; the ids of its tasks. */
async function fire(ground: Ground, queue: MixedQueue, { lap, many }: { lap: number; many: number }): Promise<string[]> {
  const { random } = ground
  const parts = new Map<string, number>()
  const sending = Promise.all(
    queue.links.map(async (link, at) => {
      await after(random(sentWithinMs))
      return start(ground, link, `start-${lap}-${at}`)
    }),
  )
  const removing = removed(ground, queue.removed, lap)
  // A failure is told when its turn has come.
  for (const running of [sending, removing]) running.catch(() => {})
  for (let round = 0; round < many; round += 1) {
    await after(random(longestPauseMs))
    await checkParts(ground, parts)
    const victim = victims[random(victims.length)] ?? 'station'
    console.log(`kill ${(lap - 1) * killsOfLap + round + 1}: ${await killed(ground.world, victim)}`)
  }
  await removing
  const ids = await sending
  const streamId = ids[queue.links.indexOf(queue.stream)] ?? ''
  await finishStream(ground, streamId, { lap, parts })
  return ids
}

async function start(ground: Ground, link: MixedLink, id: string): Promise<string> {
  const torrent = link.torrent ? `torrent-of-${id}` : ''
  if (link.torrent)
    await until(`the torrent of ${id} is uploaded`, () => upload(ground, torrent, link.torrent ?? Buffer.alloc(0)), withinMs)
  return (await repeat(ground, startTask, { data: { url: link.url, torrent }, id: `${link.label} ${id}` })).task_id
}

async function removed(ground: Ground, link: MixedLink, lap: number): Promise<void> {
  await after(ground.random(sentWithinMs / 2))
  const task_id = await start(ground, link, `removed-${lap}`)
  await after(ground.random(sentWithinMs / 2))
  await repeat(ground, removeTask, { data: { task_id, files: 1 }, id: `remove-${lap}` })
}

async function tasksOf({ phone, device }: Ground): Promise<Task[]> {
  return (await askAs(phone, listTasks, { devid: device.devid })).data
}

/** The list of the cloud and that of the box have exactly these. */
async function allDone(ground: Ground, ids: ReadonlySet<string>): Promise<void> {
  let tasks: Task[] = []
  await until('all are done', async () => (tasks = await tasksOf(ground)).every(({ is_done }) => is_done), withinMs).catch(
    (error: unknown) => {
      const open = tasks.filter(({ is_done }) => !is_done)
      throw new Error(`${String(error)}: ${JSON.stringify(open, undefined, 1)}\n${ground.world.station.said()}`)
    },
  )
  const answer = await askAs.act(ground.phone, taskList, { devsn: ground.device.devsn, data: {} })
  for (const list of [await tasksOf(ground), taskList.output.parse(answer.data).data])
    expect(list.map(({ task_id }) => task_id).toSorted()).toEqual([...ids].toSorted())
}

/** Each body once, no other file, and nothing left in the work folder. */
async function checkFiles({ world }: Ground, hashes: readonly string[], laps: number): Promise<void> {
  const names = await filesBelow(world.downloads)
  const streams = names.filter((name) => /^harbour-\d+\.mkv$/.test(name))
  const others = names.filter((name) => !streams.includes(name))
  const existing = await Promise.all(others.map(async (name) => hashOf(await readFile(path.join(world.downloads, name)))))
  expect(existing.toSorted(), others.join(', ')).toEqual(hashes.toSorted())
  expect(streams).toHaveLength(laps)
  expect(names).toContain(`film-${laps}.mkv`)
  expect(names).toContain(`magnet-${laps}/film.mkv`)
}

const partsBelow = async ({ world }: Ground): Promise<string[]> => {
  const work = path.join(world.downloads, '.incoming')
  const names: string[] = await readdir(work, { recursive: true }).catch(() => [])
  return names.filter((name) => /part-\d+\.aria2$/.test(name)).map((name) => path.join(work, name))
}

/** Bytes that a stream has brought stay in the part where they were: they cannot be fetched again. */
async function checkParts(ground: Ground, parts: Map<string, number>): Promise<void> {
  for (const [name, bytes] of parts) expect((await stat(name)).size, name).toBeGreaterThanOrEqual(bytes)
  for (const name of await partsBelow(ground)) parts.set(name, (await stat(name)).size)
}

/** Stopped, the stream is one file with the pictures of all its parts. */
async function finishStream(ground: Ground, task_id: string, { lap, parts }: { lap: number; parts: Map<string, number> }) {
  const isLive = async () =>
    (await tasksOf(ground)).some((task) => task.task_id === task_id && task.is_live && task.down_size > 0)
  await until('the stream moves', isLive, withinMs)
  await checkParts(ground, parts)
  const before = await Promise.all([...parts.keys()].map(picturesOf))
  let tries = 0
  await until(
    'the stream is stopped and complete',
    async () => {
      const task = (await tasksOf(ground)).find((one) => one.task_id === task_id)
      const id = `stop-${lap}-${(tries += 1)}`
      // One that was stopped while it had no place in the engine goes on first.
      if (task?.status === TaskStatus.stop) await repeat(ground, startTask, { data: { task_id }, id })
      else if (!task?.is_done) await repeat(ground, stopTask, { data: { task_id }, id })
      return task?.is_done ?? false
    },
    withinMs,
  )
  const whole = await picturesOf(path.join(ground.world.downloads, `harbour-${lap}.mkv`))
  const sum = before.reduce((all, one) => all + one, 0)
  console.log(`stream ${lap}: ${before.length} parts, ${sum} pictures, ${whole} in the file, ${tries} acts`)
  expect(whole).toBeGreaterThanOrEqual(sum)
}

async function picturesOf(file: string): Promise<number> {
  const args = [
    '-v',
    'quiet',
    '-count_packets',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=nb_read_packets',
    '-of',
    'csv=p=0',
  ]
  const { stdout } = await promisify(execFile)(ffprobe ?? '', [...args, file])
  return Number.parseInt(stdout, 10) || 0
}

/** Kills the victim, and starts cloud and box again if they ended. Resolves with its name and those of the ended engines. */
async function killed(world: World, victim: Victim): Promise<string> {
  const station = world.station.child.pid ?? 0
  const engines = await enginesOf(station)
  const isCloud = victim === 'cloud' || victim === 'all'
  const isStation = victim === 'station' || victim === 'station and engines' || victim === 'all'
  const ends = engines.filter(({ name }) => name === victim || victim === 'station and engines' || victim === 'all')
  for (const { pid } of ends) kill(pid)
  if (isCloud) await world.killCloud()
  if (isStation || (ends.length === 0 && !isCloud)) {
    await world.killStation()
    await world.startStation()
  }
  if (isCloud) await world.startCloud()
  return `${victim}${ends.length > 0 ? ` (${ends.map(({ name }) => name).join(', ')})` : ''}`
}

async function fillNeighbours(root: string): Promise<void> {
  for (const name of ['neighbour', 'downloads', 'data-2']) {
    await mkdir(path.join(root, name))
    await writeFile(path.join(root, name, 'film-1.mkv'), `a film of ${name}`)
  }
}

/** Every file beside the box's folder, with its content. */
async function outsideOf(root: string): Promise<Record<string, string>> {
  const names = (await filesBelow(root)).filter((name) => !/^(data|servers)\//.test(name))
  const entries = await Promise.all(names.map(async (name) => [name, hashOf(await readFile(path.join(root, name)))] as const))
  return Object.fromEntries(entries)
}
