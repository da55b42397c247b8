/** The owner's download config: stored, applied to the engine at once, and again at its next start. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { itWithAria2 } from '../testing/engine.ts'
import { clear, openTestBox, testFolder, type TestBox } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { openTestSwarm } from '../testing/swarm.ts'
import { openTestWebSeed } from '../testing/web-seed.ts'

let folder: string
let box: TestBox
let blobs: Record<string, Buffer>
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = testFolder()
  blobs = {}
  box = await openTestBox({ folder, blobOf: async (_, id) => blobs[id] })
})

afterEach(async () => {
  await box.stop()
  for (const close of closing.splice(0)) await close()
  clear(folder)
})

const save = (change: object) => box.act('save_download_config', change)

async function reopen(parts: { searchPath?: string; packaged?: string } = {}): Promise<void> {
  await box.stop()
  box = await openTestBox({ folder, ...parts })
}

it('changes only what is named, names the field that is out of range, and survives a restart', async () => {
  expect(await box.act('get_download_config', {})).toMatchObject({ data: { download_path: box.root, down_limit_bytes: 0 } })
  expect(await save({ down_limit_bytes: 500_000 })).toMatchObject({
    code: Code.ok,
    data: { down_limit_bytes: 500_000, max_running: 10 },
  })
  expect(await save({ max_running: 3, seed_ratio: 0.5 })).toMatchObject({ data: { down_limit_bytes: 500_000, max_running: 3 } })
  expect(await save({ max_running: 0 })).toMatchObject({ code: Code.invalid, data: { field: 'max_running', rule: 'range' } })
  expect(await save({ max_running: 41 })).toMatchObject({ code: Code.invalid, data: { field: 'max_running' } })
  expect(await save({ download_path: '/etc' })).toMatchObject({ code: Code.ok, data: { download_path: box.root } })
  await reopen()
  expect(await box.act('get_download_config', {})).toMatchObject({
    data: { download_path: box.root, down_limit_bytes: 500_000, max_running: 3, seed_ratio: 0.5 },
  })
})

/** The limit of aria2 itself, by its own interface. */
async function limitOfAria2(): Promise<number> {
  const settings = readFileSync(join(folder, 'station', 'aria2.conf'), 'utf8')
  const of = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(settings)?.[1] ?? ''
  const call = { jsonrpc: '2.0', id: '1', method: 'aria2.getGlobalOption', params: [`token:${of('rpc-secret')}`] }
  const url = `http://127.0.0.1:${of('rpc-listen-port')}/jsonrpc`
  const { result } = await (await fetch(url, { method: 'POST', body: JSON.stringify(call) })).json()
  return Number(result['max-overall-download-limit'])
}

it('bounds the speed of what runs, in the small engine, and lets it go again', async () => {
  await reopen({ searchPath: '/nowhere', packaged: '' })
  const body = randomBytes(6_000_000)
  const server = await openTestFiles({ '/film.mkv': { body } })
  closing.push(server.stop)
  // So little that the film would take 100 minutes; how much a limit lets through is computed in throttle.test.ts.
  await save({ down_limit_bytes: 1_000 })
  const { task_id = '' } = await box.act('start_task', { url: `${server.url}/film.mkv` })
  await until('it moves', async () => (await box.task(task_id)).down_size > 0)
  const all = await fetch(`${server.url}/film.mkv`)
  expect((await all.arrayBuffer()).byteLength).toBe(body.length)
  // Somebody without a limit has all of it meanwhile.
  expect((await box.task(task_id)).down_size).toBeLessThan(body.length / 2)
  await save({ down_limit_bytes: 0 })
  await until('it is done', async () => (await box.task(task_id)).is_done)
})

itWithAria2('bounds the speed of a link and a torrent together, and lets them go again', async () => {
  const limit = 400_000
  const server = await openTestFiles({ '/film.mkv': { body: randomBytes(9_000_000) } })
  const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'both', files: { 'film.mkv': randomBytes(9_000_000) } })
  closing.push(server.stop, swarm.stop)
  await save({ down_limit_bytes: limit })
  expect(await limitOfAria2()).toBeGreaterThan(0)
  const ids = await Promise.all(
    [`${server.url}/film.mkv`, swarm.magnet].map(async (url) => (await box.act('start_task', { url })).task_id ?? ''),
  )
  const sizes = async () => Promise.all(ids.map(async (id) => (await box.task(id)).down_size))
  await until('both move', async () => (await sizes()).every((size) => size > 200_000))
  // Each alone could have all of it.
  await until('aria2 has a part of it', async () => {
    const own = await limitOfAria2()
    return own > 1 && own < limit
  })
  await save({ down_limit_bytes: 0 })
  expect(await limitOfAria2()).toBe(0)
  await until('both are done', async () => (await box.tasks()).every((task) => task.is_done))
})

it('runs no more at a time than it says, also where that number falls while they run', async () => {
  const files = Object.fromEntries(Array.from({ length: 6 }, (__, at) => [`/f${at}`, { body: randomBytes(400_000) }]))
  const server = await openTestFiles(files, { bytesPerSecond: 60_000 })
  closing.push(server.stop)
  for (const path of Object.keys(files)) await box.act('start_task', { url: `${server.url}${path}` })
  const active = async () => (await box.downloads.engine.active()).length
  await until('all six run', async () => (await active()) === 6)
  await save({ max_running: 2 })
  await until('two are left', async () => (await active()) === 2)
  expect((await box.tasks()).filter((task) => task.status === 1)).toHaveLength(6)
  server.hurry()
  let most = 0
  await until('all are done in turn', async () => {
    most = Math.max(most, await active())
    return (await box.tasks()).every((task) => task.is_done)
  })
  expect(most).toBeLessThanOrEqual(2)
})

itWithAria2('seeds what is done as long as it says, and not at all where it says so', async () => {
  // From web seeds: how soon a peer answers is not what this test is about.
  for (const name of ['first', 'second']) {
    const seed = await openTestWebSeed({ name, files: [{ path: 'film.mkv', body: randomBytes(100_000) }] })
    closing.push(seed.stop)
    blobs[name] = seed.bytes
  }
  const done = async (torrent: string) => {
    const { task_id = '' } = await box.act('start_task', { torrent })
    await until('it is done', async () => (await box.task(task_id)).is_done)
    return task_id
  }
  const seeding = await done('first')
  expect((await box.downloads.engine.job(seeding))?.state).toBe('seeding')
  await save({ seed_ratio: 0, seed_minutes: 0 })
  await until('it seeds no more', async () => (await box.downloads.engine.job(seeding))?.state === 'complete')
  const still = await done('second')
  await until('it is over', async () => (await box.downloads.engine.job(still))?.state !== 'seeding')
})
