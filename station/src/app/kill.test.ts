/** Crash tests: the station as a real process, killed at bad moments, with a real broker (promises 24 and 37). */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { Task } from '@homeport/contract/download/download.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itWithAria2 } from '../testing/engine.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { killedAtStep } from '../../../testing/killed-at-step.ts'
import { until } from '../../../testing/until.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { openTestSwarm } from '../testing/swarm.ts'
import { openTestCloud, type TestCloud } from '../testing/cloud.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

/** `npm run soak` runs this file with more rounds. */
const isSoak = process.env.SOAK === '1'
const main = fileURLToPath(new URL('main.ts', import.meta.url))
let folder: string
let cloud: TestCloud
/** The box that the test started; undefined where it started none. */
let box: ChildProcess | undefined
let lives = 0
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = testFolder()
  cloud = await openTestCloud()
  lives = 0
  box = undefined
})

afterEach(async () => {
  await kill()
  for (const close of closing.splice(0)) await close()
  await cloud.stop()
  clear(folder)
})

/** Starts the station and waits for its hello; returns the serial. */
async function start(): Promise<string> {
  return (await startWith([])).devsn
}

async function startWith(flags: readonly string[]): Promise<{ devsn: string; output: () => string }> {
  const child = launch(flags)
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stderr.write(chunk)
  })
  lives += 1
  await cloud.hello(lives)
  return { devsn: cloud.signs.at(-1)?.clientId ?? '', output: () => output }
}

/** Starts the station and waits for nothing. */
function launch(flags: readonly string[]): ChildProcess {
  const env = {
    ...compileCache,
    PATH: process.env.PATH,
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_DATA: folder,
    HOMEPORT_CLOUD: cloud.url,
    HOMEPORT_PRIVATE_SOURCES: '1',
  }
  box = spawn(process.execPath, [...flags, main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return box
}

async function kill(): Promise<void> {
  box?.kill('SIGKILL')
  await hasEnded()
}

async function hasEnded(): Promise<void> {
  await until('the box has ended', () => !box || box.exitCode !== null || box.signalCode !== null)
}

/** Sends an act to a box that dies once a statement that begins so is committed, and again, with the same id, to its next life; returns the reply. */
async function actKilledAt(statement: string, { act, data }: { act: string; data: object }) {
  await kill()
  const { devsn } = await startWith(killedAtStep({ step: 1, paths: '$^', sql: `^${statement}` }))
  void cloud.act(devsn, act, data, { id: statement }).catch(() => {})
  await hasEnded()
  expect(box?.signalCode).toBe('SIGKILL')
  return cloud.act(await start(), act, data, { id: statement })
}

async function tasksOf(devsn: string): Promise<Task[]> {
  const { data } = await cloud.act(devsn, 'task_list', {})
  if (typeof data !== 'object' || data === null || !('data' in data)) return []
  return z.array(Task).parse(data.data)
}

const aria2Pid = () => Number(readFileSync(join(folder, 'station', 'aria2.pid'), 'utf8'))
const downloads = () => readdirSync(join(folder, 'downloads')).filter((name) => name !== '.incoming')

it('P49: what nobody caught is logged whole, and the box goes on', async () => {
  const faults = new URL('../../../testing/uncaught-faults.mjs', import.meta.url).href
  const { output, devsn } = await startWith(['--import', faults])
  box?.kill('SIGUSR2')
  for (const message of ['a rejection that nobody awaits', 'a throw in a listener'])
    await until(message, () => new RegExp(`${message}.*uncaught-faults.mjs`).test(output()))
  expect((await cloud.act(devsn, 'device_status', {})).code).toBe(Code.ok)
  expect(box?.exitCode).toBe(null)
})

describe('a box that is killed', () => {
  it('P24: answers a command that comes again after kill -9 of the box with the same answer and one download', async () => {
    const body = randomBytes(4_000_000)
    const server = await openTestFiles({ '/film.mkv': { body } }, { bytesPerSecond: 1_000_000 })
    closing.push(server.stop)
    const devsn = await start()
    const url = `${server.url}/film.mkv`
    const first = await cloud.act(devsn, 'start_task', { url }, { id: 'the-start' })
    expectCode(first, 'ok')
    expect(await cloud.act(devsn, 'start_task', { url }, { id: 'the-start' })).toEqual(first)
    await until('some of it is here', async () => ((await tasksOf(devsn))[0]?.down_size ?? 0) > 500_000)
    await kill()
    await start()
    expect(await cloud.act(devsn, 'start_task', { url }, { id: 'the-start' })).toEqual(first)
    server.hurry()
    await until('it is done', async () => (await tasksOf(devsn))[0]?.is_done ?? false)
    expect(await tasksOf(devsn)).toHaveLength(1)
    expect(downloads()).toEqual(['film.mkv'])
    expect(readFileSync(join(folder, 'downloads', 'film.mkv')).equals(body)).toBe(true)
  })

  it('P24: finishes a start that was begun and never answered, killed after each of its steps', async () => {
    const body = randomBytes(300_000)
    const server = await openTestFiles({ '/film.mkv': { body } })
    closing.push(server.stop)
    let devsn = ''
    const steps = ['insert into "inbox"', 'insert into "task"', 'update "inbox"']
    for (const step of steps) {
      const url = `${server.url}/film.mkv?${encodeURIComponent(step)}`
      const again = await actKilledAt(step, { act: 'start_task', data: { url } })
      expect(again).toMatchObject({ code: Code.ok, id: step })
      devsn = again.dev
      expect(await cloud.act(devsn, 'start_task', { url }, { id: step })).toEqual(again)
    }
    await until('all are done', async () => (await tasksOf(devsn)).filter((task) => task.is_done).length === steps.length)
    expect(await tasksOf(devsn)).toHaveLength(steps.length)
    expect(downloads()).toHaveLength(steps.length)
    for (const name of downloads()) expect(readFileSync(join(folder, 'downloads', name)).equals(body)).toBe(true)
  })

  it('P24: a stop that comes again after a later start does not stop it', async () => {
    const server = await openTestFiles({ '/film.mkv': { body: randomBytes(4_000_000) } }, { bytesPerSecond: 300_000 })
    closing.push(server.stop)
    const devsn = await start()
    const { task_id } = await cloud.act(devsn, 'start_task', { url: `${server.url}/film.mkv` })
    const stopped = await cloud.act(devsn, 'stop_task', { task_id }, { id: 'the-stop' })
    expect(stopped).toMatchObject({ code: Code.ok, data: { task_id } })
    await kill()
    await start()
    expect((await tasksOf(devsn))[0]).toMatchObject({ status: 0 })
    expect(await cloud.act(devsn, 'start_task', { task_id })).toMatchObject({ code: Code.ok })
    expect(await cloud.act(devsn, 'stop_task', { task_id }, { id: 'the-stop' })).toEqual(stopped)
    expect((await tasksOf(devsn))[0]).toMatchObject({ status: 1 })
  })

  itWithAria2(
    'P24, P41: a magnet goes on after kill -9 of the box and of aria2, and comes byte for byte',
    async () => {
      const files = { 'film.mkv': randomBytes(3_000_000), 'notes.txt': randomBytes(2_000) }
      const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'a film', files, bytesPerSecond: 400_000 })
      closing.push(swarm.stop)
      const devsn = await start()
      await cloud.act(devsn, 'start_task', { url: swarm.magnet }, { id: 'magnet-start' })
      const moved = async (bytes: number) => ((await tasksOf(devsn))[0]?.down_size ?? 0) > bytes
      await until('it moves', () => moved(300_000))
      const old = aria2Pid()
      process.kill(old, 'SIGKILL')
      await until('another aria2 runs', () => aria2Pid() !== old)
      expect(await cloud.act(devsn, 'start_task', { url: swarm.magnet }, { id: 'magnet-start' })).toMatchObject({ code: Code.ok })
      await until('it moves on', () => moved(900_000))
      await kill()
      await start()
      await until('it is done', async () => (await tasksOf(devsn))[0]?.is_done ?? false)
      for (const [name, body] of Object.entries(files))
        expect(readFileSync(join(folder, 'downloads', 'a film', name)).equals(body)).toBe(true)
      expect(await tasksOf(devsn)).toHaveLength(1)
    },
    400_000,
  )

  itWithAria2(
    'P37, P41: a link goes on after kill -9 of the box from what was on disk, and kill -9 of aria2 does not touch it',
    async () => {
      const body = randomBytes(6_000_000)
      const server = await openTestFiles({ '/film.iso': { body } }, { bytesPerSecond: 600_000 })
      closing.push(server.stop)
      const devsn = await start()
      await cloud.act(devsn, 'start_task', { url: `${server.url}/film.iso` })
      const notes = () =>
        readdirSync(join(folder, 'downloads', '.incoming'), { recursive: true }).some((name) => String(name).endsWith('.aria2'))
      await until(
        'the engine wrote down how far it is',
        async () => notes() && ((await tasksOf(devsn))[0]?.down_size ?? 0) > 3_200_000,
      )
      const old = aria2Pid()
      process.kill(old, 'SIGKILL')
      await until('another aria2 runs', () => aria2Pid() !== old)
      const fetches = () => server.requests.filter(({ method }) => method === 'GET')
      expect(fetches()).toHaveLength(1)
      await kill()
      await start()
      server.hurry()
      await until('it is done', async () => (await tasksOf(devsn))[0]?.is_done ?? false)
      expect(readFileSync(join(folder, 'downloads', 'film.iso')).equals(body)).toBe(true)
      expect(
        fetches()
          .slice(1)
          .every((one) => /^bytes=[1-9]/.test(one.range)),
      ).toBe(true)
    },
  )

  it('P41: a link goes on and ends whole while the cloud is away, and is in the list once when it is back', async () => {
    const body = randomBytes(2_000_000)
    const server = await openTestFiles({ '/film.iso': { body } }, { bytesPerSecond: 400_000 })
    closing.push(server.stop)
    const devsn = await start()
    await cloud.act(devsn, 'start_task', { url: `${server.url}/film.iso` })
    await until('it runs', async () => ((await tasksOf(devsn))[0]?.down_size ?? 0) > 0)
    cloud.cut()
    await until('it is whole', () => downloads().includes('film.iso'))
    expect(readFileSync(join(folder, 'downloads', 'film.iso')).equals(body)).toBe(true)
    cloud.open()
    await cloud.hello(2)
    expect(await tasksOf(devsn)).toMatchObject([{ is_done: true, status: 2, name: 'film.iso' }])
    expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  itWithAria2(
    'P37: a link and a magnet end whole after kill -9 of the box and of aria2 together, again and again, and the list tells the truth',
    async () => {
      const body = randomBytes(4_000_000)
      const files = { 'film.mkv': randomBytes(2_500_000), 'b/notes.txt': randomBytes(2_000) }
      const server = await openTestFiles({ '/link.mkv': { body } }, { bytesPerSecond: 150_000 })
      const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'both', files, bytesPerSecond: 300_000 })
      closing.push(server.stop, swarm.stop)
      const devsn = await start()
      await cloud.act(devsn, 'start_task', { url: `${server.url}/link.mkv` })
      await cloud.act(devsn, 'start_task', { url: swarm.magnet })
      for (const part of isSoak ? [300_000, 900_000, 1_600_000] : [300_000]) {
        await until('both move', async () => (await tasksOf(devsn)).every((task) => task.down_size > part))
        process.kill(aria2Pid(), 'SIGKILL')
        await kill()
        await start()
        // A file that comes to its place while one looks is done at the next look.
        await until('the list tells the truth', async () => {
          const task = (await tasksOf(devsn)).find((task) => task.name === 'link.mkv')
          expect(task?.status).toBe(task?.is_done ? 2 : 1)
          return downloads().includes('link.mkv') === task?.is_done
        })
      }
      server.hurry()
      await until('both are done', async () => (await tasksOf(devsn)).every((task) => task.is_done))
      expect(readFileSync(join(folder, 'downloads', 'link.mkv')).equals(body)).toBe(true)
      for (const [name, bytes] of Object.entries(files))
        expect(readFileSync(join(folder, 'downloads', 'both', name)).equals(bytes)).toBe(true)
      for (const task of await tasksOf(devsn)) expect(task).toMatchObject({ status: 2, progress: 100, code: Code.ok })
    },
    400_000,
  )

  itWithAria2(
    'P24: removes once and wholly, killed after each step of it, and the mirror loses the task',
    async () => {
      const files = { 'film.mkv': randomBytes(200_000), 'a/b.txt': randomBytes(2_000) }
      const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'gone', files })
      closing.push(swarm.stop)
      const devsn = await start()
      for (const step of ['insert into "inbox"', 'update "task" set "removing"', 'delete from "task"', 'update "inbox"']) {
        const { task_id } = await cloud.act(devsn, 'start_task', { url: swarm.magnet })
        await until('it is done', async () => (await tasksOf(devsn))[0]?.is_done ?? false)
        expect(await actKilledAt(step, { act: 'remove_task_and_file', data: { task_id, files: 1 } })).toMatchObject({
          code: Code.ok,
        })
        expect(await tasksOf(devsn)).toEqual([])
        await until('its files are gone', () => downloads().length === 0)
      }
    },
    400_000,
  )

  itWithAria2(
    'is the same box in its next life, with a greater epoch; it leaves no aria2 behind and finds none in its way',
    async () => {
      const devsn = await start()
      const before = cloud.presences.filter((one) => one.online).at(-1)
      await until('aria2 runs', () => existsSync(join(folder, 'station', 'aria2.pid')))
      const old = aria2Pid()
      await kill()
      await until('the broker tells its end', () => cloud.presences.some((one) => !one.online && one.epoch === before?.epoch))
      expect(await start()).toBe(devsn)
      expect(cloud.presences.filter((one) => one.online).at(-1)?.epoch).toBeGreaterThan(before?.epoch ?? Infinity)
      await until('the old one is gone', () => !isAlive(old))
      expect(aria2Pid()).not.toBe(old)
      expect(await cloud.act(devsn, 'get_download_config', {})).toMatchObject({
        data: { download_path: join(folder, 'downloads') },
      })
    },
  )
})

describe('the process of the box', () => {
  itWithAria2('stops politely on SIGTERM: offline at once, no engine left, what it had is kept', async () => {
    const server = await openTestFiles({ '/film.mkv': { body: randomBytes(4_000_000) } }, { bytesPerSecond: 500_000 })
    closing.push(server.stop)
    const devsn = await start()
    await cloud.act(devsn, 'start_task', { url: `${server.url}/film.mkv` })
    await until('it moves', async () => ((await tasksOf(devsn))[0]?.down_size ?? 0) > 600_000)
    const engine = aria2Pid()
    const gone = new Promise((resolve) => box?.once('exit', resolve))
    box?.kill('SIGTERM')
    expect(await gone).toBe(0)
    expect(cloud.presences.at(-1)).toMatchObject({ online: false })
    expect(isAlive(engine)).toBe(false)
    await start()
    expect((await tasksOf(devsn))[0]?.down_size).toBeGreaterThan(600_000)
    server.hurry()
    await until('it is done', async () => (await tasksOf(devsn))[0]?.is_done ?? false)
    expect(server.requests.some((one) => one.range !== '')).toBe(true)
  })

  itWithAria2('is stopped while it starts again after kill -9: the aria2 of its life before is gone too', async () => {
    await start()
    await until('aria2 runs', () => existsSync(join(folder, 'station', 'aria2.pid')))
    const engine = aria2Pid()
    await kill()
    rmSync(join(folder, 'station', 'pair.sock'))
    const child = launch([])
    const gone = new Promise((resolve) => child.once('exit', resolve))
    await until('it has begun to start', () => existsSync(join(folder, 'station', 'pair.sock')))
    child.kill('SIGTERM')
    expect(await gone).toBe(0)
    expect(isAlive(engine)).toBe(false)
  })

  it.each([
    [{ HOMEPORT_PORT: 'x' }, 'HOMEPORT_PORT is "x"; set it to a port from 1 to 65535.'],
    [
      { HOMEPORT_DATA: '/proc/nowhere' },
      'The folder /proc/nowhere/station cannot be written (ENOENT): make it writable, or set HOMEPORT_DATA to a folder that is.',
    ],
  ])('says %o in one sentence and ends with code 2', async (settings, sentence) => {
    const env = {
      ...compileCache,
      PATH: process.env.PATH,
      HOMEPORT_MDNS: '0',
      HOMEPORT_DLNA: '0',
      HOMEPORT_MPV: '0',
      HOMEPORT_DATA: folder,
      NODE_NO_WARNINGS: '1',
      ...settings,
    }
    const wrong = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let text = ''
    wrong.stderr.on('data', (chunk) => (text += String(chunk)))
    expect(await new Promise((resolve) => wrong.once('close', resolve))).toBe(2)
    expect(text.trim()).toBe(sentence)
  })
})

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
