/**
 * P37, P38, P41, P42, P53 and P54, soak test: a week of a household of three in a few minutes. Hundreds of links and torrents with odd names beside dead and silent
 * ones, kills, stops, moves, a folder that is away, a full disk, a backup while all runs. Nothing is lost, doubled, damaged or left behind.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { login, register } from '@homeport/contract/account.ts'
import { bindDevice, listDevices } from '@homeport/contract/device.ts'
import { getDownloadConfig, saveDownloadConfig } from '@homeport/contract/download/download-config.ts'
import { startTask, taskList, TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { taskChange, taskMany, taskMove, taskOrder } from '@homeport/contract/download/task-control.ts'
import { until } from '../testing/until.ts'
import { askAs } from './parts/app.ts'
import { enginesOf, filesBelow, hashOf, kill, repeat, upload, type Caller } from './parts/kills.ts'
import { openOddQueue, type OddLink } from './parts/odd-queue.ts'
import { aria2 } from './parts/programs.ts'
import { hasSeed } from './parts/seed.ts'
import { openFileServer, openWorld, type World } from './world.ts'

const counts = { links: 150, torrents: 60, gone: 20, silent: 20 }
const smallDiskMb = 40
const withinMs = 420_000
const lacks = [
  !hasSeed && 'qbittorrent-nox',
  !aria2 && 'aria2',
  process.getuid?.() !== 0 && 'root, to mount a small disk',
].filter(Boolean)
const run = promisify(execFile)
const operator = (words: readonly string[], data: string) =>
  run(process.execPath, [fileURLToPath(new URL('../scripts/operator.mjs', import.meta.url)), 'backup', ...words], {
    env: { ...process.env, HOMEPORT_DATA: data },
  })

test.skipIf(lacks.length > 0)(
  `a week of downloads in fast motion${lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : ''}`,
  async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'homeport-week-'))
    const [data, second, small, servers] = ['data', 'second', 'small', 'servers'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
      string,
    ]
    for (const folder of [data, second, small, servers]) await mkdir(folder)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${smallDiskMb}m`, 'none', small])
    const queue = await openOddQueue(servers, counts)
    const world = await openWorld({
      folder: data,
      env: { HOMEPORT_DOWNLOADS: [path.join(data, 'downloads'), second, small].join(':') },
    })
    try {
      const people = [await joined(world, 'ann'), await joined(world, 'ben'), await joined(world, 'cleo')]
      const [ann, ben, cleo] = people as [Caller, Caller, Caller]
      await repeat(ann, saveDownloadConfig, { data: { max_running: 4 }, id: 'config' })

      const added = addAll(people, [...queue.good, ...queue.gone, ...queue.silent])
      await until('some came', async () => (await tasksOf(ann)).length > 60, withinMs)
      await world.killStation()
      await world.startStation()
      await until('more came', async () => (await tasksOf(ann)).length > 150, withinMs)
      await killEngines(world)
      const ids = await added
      const goodIds = new Set(ids.slice(0, queue.good.length))
      expect(new Set(ids).size).toBe(ids.length)
      console.log(`${ids.length} added, none twice`)

      await sameLink(people, `${queue.good[0]?.url}?again`)
      const again = (await tasksOf(ann)).filter(({ url }) => url.endsWith('?again'))
      expect(again).toHaveLength(1)
      await repeat(ann, taskMany, {
        data: { action: 'remove', task_ids: again.map(({ task_id }) => task_id), files: 1 },
        id: 'again',
      })

      await repeat(ben, taskMany, { data: { action: 'stop', of: 'all' }, id: 'stop all' })
      await until('all are stopped', async () => (await tasksOf(ben)).every(isStill), withinMs)
      await repeat(cleo, taskMany, { data: { action: 'start', of: 'all' }, id: 'start all' })
      await until('some run', async () => (await tasksOf(ben)).some(({ status }) => status === TaskStatus.run), withinMs)
      await reorder(ann, second, goodIds)
      console.log('stopped, started, in another order, 71 moved')

      await folderAway(ann, path.join(data, 'downloads'))
      console.log('a folder was away')
      const backup = path.join(root, 'homeport.tar.gz')
      await operator(['backup', backup], data)
      await world.killStation()
      await killEngines(world)
      await world.killCloud()
      await world.startCloud()
      await world.startStation()
      console.log('backed up, and all killed')

      await smallDisk(ann, small)
      console.log('a disk was full')
      await until('all that can be had is done', async () => (await open(ann, goodIds)).length === 0, withinMs).catch(
        async (error: unknown) => {
          throw new Error(`${String(error)}: ${JSON.stringify(await open(ann, goodIds), undefined, 1)}\n${world.station.said()}`)
        },
      )
      const remaining = (await tasksOf(ann)).filter(({ task_id }) => !goodIds.has(task_id))
      expect(remaining).toHaveLength(counts.gone + counts.silent)
      expect(remaining.some(({ is_done }) => is_done)).toBe(false)
      await repeat(ann, taskMany, {
        data: { action: 'remove', task_ids: remaining.map(({ task_id }) => task_id), files: 1 },
        id: 'dead ones',
      })
      await until('they are gone', async () => (await tasksOf(ann)).length === goodIds.size, withinMs)
      expect((await tasksOf(cleo)).map(({ task_id }) => task_id).toSorted()).toEqual([...goodIds].toSorted())
      await allWhole([path.join(data, 'downloads'), second, small], queue.good)
      await world.stop()
      await restored(root, backup, ids)
    } finally {
      await world.stop()
      await queue.stop()
      await run('umount', ['-l', small])
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

/** A person of the household, by a code of the box. */
async function joined(world: World, username: string): Promise<Caller> {
  const app = { address: world.addresses[0] ?? '', lang: 'en' } as const
  const { token } = await askAs(app, register, { username, password: 'a long soak phrase', agreed: 1 })
  const phone = { ...app, token }
  return { phone, device: await askAs(phone, bindDevice, await world.pair()) }
}

/** Each person adds a third of them; the ids in the order of the links. */
function addAll(people: readonly Caller[], links: readonly OddLink[]): Promise<string[]> {
  const atOnce = 12
  const ids: string[] = []
  let next = 0
  const adding = Array.from({ length: atOnce }, async (_, worker) => {
    const caller = people[worker % people.length]
    if (!caller) throw new Error('nobody is there')
    for (let at = next++; at < links.length; at = next++) {
      const { url = '', torrent: bytes } = links[at] ?? {}
      const torrent = bytes ? `torrent-of-${at}-${'x'.repeat(16)}` : ''
      if (bytes) await until('the torrent is uploaded', () => upload(caller, torrent, bytes).catch(() => false), withinMs)
      ids[at] = (await repeat(caller, startTask, { data: { url, torrent }, id: `add-${at}` })).task_id
    }
  })
  return Promise.all(adding).then(() => ids)
}

async function tasksOf({ phone, device }: Caller): Promise<Task[]> {
  const all: Task[] = []
  for (;;) {
    const answer = await askAs.act(phone, taskList, { devsn: device.devsn, data: { limit: 90, offset: all.length } })
    if (answer.code !== 200) throw new Error(JSON.stringify(answer))
    const { data, total } = taskList.output.parse(answer.data)
    all.push(...data)
    if (all.length >= total || data.length === 0) return all
  }
}

const isStill = ({ status, is_done }: Task) => is_done || status === TaskStatus.stop || status === TaskStatus.failed
/** Those that are to be had and are not there yet. */
async function open(caller: Caller, ids: ReadonlySet<string>): Promise<Task[]> {
  return (await tasksOf(caller)).filter(({ task_id, is_done }) => ids.has(task_id) && !is_done)
}

async function killEngines({ station }: World): Promise<void> {
  for (const { pid } of await enginesOf(station.child.pid ?? 0)) kill(pid)
}

async function sameLink(people: readonly Caller[], url: string): Promise<void> {
  const answers = await Promise.all(
    people.map(({ phone, device }) => askAs.act(phone, startTask, { devsn: device.devsn, data: { url } })),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual([1006, 1006, 200].toSorted())
}

async function reorder(caller: Caller, second: string, good: ReadonlySet<string>): Promise<void> {
  const ids = (await open(caller, good)).map(({ task_id }) => task_id)
  expect(ids.length).toBeGreaterThan(100)
  const { folders } = await repeat(caller, getDownloadConfig, { data: {}, id: 'folders' })
  const folder_id = folders.find(({ path: inner }) => inner === second)?.folder_id ?? ''
  await repeat(caller, taskChange, { data: { task_ids: ids.slice(0, 50), priority: 1 }, id: 'priority' })
  await repeat(caller, taskOrder, { data: { task_ids: ids.slice(-10, -4), to: 'first' }, id: 'order' })
  await repeat(caller, taskChange, { data: { task_ids: ids.slice(0, 20), down_limit_bytes: 2_000_000 }, id: 'limit' })
  const moved = await repeat(caller, taskMove, { data: { task_ids: ids.slice(0, 31), folder_id }, id: 'move' })
  expect(moved.changed).toBeGreaterThan(25)
  await repeat(caller, taskMove, { data: { task_ids: ids.slice(60, 100), folder_id, folder_path: '系列/第一季' }, id: 'move 2' })
}

/** As a disk that is pulled out and put back. */
async function folderAway(caller: Caller, downloads: string): Promise<void> {
  await rename(downloads, `${downloads} away`)
  await until('some wait for it', async () => (await tasksOf(caller)).some(({ wait }) => wait?.reason === 'folder'), withinMs)
  expect(await readdir(downloads, { recursive: true }).catch(() => 'away')).toBe('away')
  await rename(`${downloads} away`, downloads)
  await until('none waits for it', async () => !(await tasksOf(caller)).some(({ wait }) => wait?.reason === 'folder'), withinMs)
}

async function smallDisk(caller: Caller, small: string): Promise<void> {
  const files = await openFileServer({ '/large.iso': Buffer.alloc(2 * smallDiskMb * 1_000_000, 1) })
  const { folders } = await repeat(caller, getDownloadConfig, { data: {}, id: 'small disk' })
  const folder_id = folders.find(({ path: inner }) => inner === small)?.folder_id ?? ''
  const url = `${files.address}/large.iso`
  const { phone, device } = caller
  const { code } = await askAs.act(phone, startTask, { devsn: device.devsn, data: { url, folder_id } })
  // The box may know its size by then or not; it stays in the list, and begins once there is room.
  expect([200, 1009]).toContain(code)
  const large = async () => (await tasksOf(caller)).find((one) => one.url === url)
  await until('it has no room', async () => (await large())?.reason === 'no_space', withinMs)
  const task_ids = [(await large())?.task_id ?? '']
  await repeat(caller, taskMany, { data: { action: 'remove', task_ids, files: 1 }, id: 'large' })
  await until('it is gone', async () => (await large()) === undefined, withinMs)
  await files.stop()
}

/** Each body once, no other file, no control file, and nothing left in a work folder. */
async function allWhole(folders: readonly string[], links: readonly OddLink[]): Promise<void> {
  const remaining = async () =>
    (await Promise.all(folders.map(filesBelow))).flat().filter((name) => /\.aria2$|^\.incoming/.test(name))
  await until('nothing is left', async () => (await remaining()).length === 0, 30_000).catch(async () =>
    expect(await remaining()).toEqual([]),
  )
  const hashes: string[] = []
  for (const folder of folders)
    for (const name of await filesBelow(folder)) {
      hashes.push(hashOf(await readFile(path.join(folder, name))))
    }
  expect(hashes.toSorted()).toEqual(links.flatMap(({ bodies = [] }) => bodies.map(hashOf)).toSorted())
}

/** The box of the backup knows its people and its downloads. */
async function restored(root: string, backup: string, ids: readonly string[]): Promise<void> {
  const data = path.join(root, 'restored')
  await operator(['restore', backup], data)
  const world = await openWorld({ folder: data, env: { HOMEPORT_DOWNLOADS: path.join(data, 'downloads') } })
  try {
    const app = { address: world.addresses[0] ?? '', lang: 'en' } as const
    const { token, bind } = await askAs(app, login, { username: 'ann', password: 'a long soak phrase', agreed: 1 })
    expect(bind).not.toBeNull()
    const [device] = (await askAs({ ...app, token }, listDevices, {})).data
    if (!device) throw new Error('the box is not there')
    const caller = { phone: { ...app, token }, device }
    await until('the box is online', async () => (await tasksOf(caller)).length === ids.length, withinMs)
  } finally {
    await world.stop()
  }
}
