/** Which program fetches ed2k links, and each of them driven through its life: aria2 and aMule by programs that speak their interfaces (promises 34, 37, 41). */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linkTo, shareBytes } from '../../../../testing/ed2k/shared-file.ts'
import { searchPath } from '../../testing/engine.ts'
import { standInAmuled, standInAria2 } from '../../testing/ed2k-programs.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { Aria2 } from '../aria2/engine.ts'
import { findAria2 } from '../aria2/program.ts'
import { Ed2kEngine } from './ed2k-engine.ts'

const gid = '0123456789abcdef'
const bytes = randomBytes(1_500_000)
const file = shareBytes('流浪地球.mkv', bytes)
const link = linkTo(file, [{ port: 4_662 }])
const closing: (() => unknown)[] = []
let folder = ''
let content = ''
let aheadMs = 0

beforeEach(() => {
  folder = testFolder()
  content = join(folder, 'content')
  writeFileSync(content, bytes)
  hold()
  aheadMs = 0
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  clear(folder)
})

/** The programs stop at half of a file until they may go on. */
const hold = () => writeFileSync(`${content}.hold`, '')
const goOn = () => rmSync(`${content}.hold`)
const isHalf = (box: Box) => until('half of it is complete', async () => (await jobOf(box)).done_bytes === bytes.length / 2)

type Box = { engine: Ed2kEngine; aria2: Aria2 | undefined; warnings: string[]; faults: unknown[] }

async function openBox({ amuled = '', aria2Command = '', allowPrivate = true } = {}): Promise<Box> {
  const [station, downloads] = [join(folder, 'station'), join(folder, 'downloads')]
  for (const path of [station, downloads]) mkdirSync(path, { recursive: true })
  const [warnings, faults]: [string[], unknown[]] = [[], []]
  const match = aria2Command ? await findAria2({ configured: aria2Command, searchPath, packaged: '' }) : undefined
  const parts = { folder: station, downloads, searchPath, proxy: '', silenceMs: 5_000 }
  const aria2 = match?.program && new Aria2(match.program, parts)
  const engine = new Ed2kEngine({
    folder: station,
    downloads,
    amuled,
    searchPath: amuled === '' ? '/nowhere' : searchPath,
    servers: [],
    aria2,
    rule: { allowPrivate, ownPorts: () => [] },
    silenceMs: 5_000,
    now: () => Date.now() + aheadMs,
    onFault: (fault) => faults.push(fault),
    warn: (line) => warnings.push(line),
  })
  closing.push(
    () => engine.stop(),
    () => aria2?.stop(),
  )
  await Promise.all([aria2?.start(), engine.start()])
  return { engine, aria2, warnings, faults }
}

const dir = () => {
  mkdirSync(join(folder, 'work'), { recursive: true })
  return join(folder, 'work')
}
const add = ({ engine }: Box, url = link) => engine.addLink({ gid, kind: 'ed2k', url, dir: dir(), name: '' })
const jobOf = async ({ engine }: Box) => {
  const job = await engine.job(gid)
  if (!job) throw new Error('the engine has no job')
  return job
}
const isDone = (box: Box) => until('it is complete', async () => (await jobOf(box)).state === 'complete')
const pidIn = (path: string) => Number(readFileSync(join(folder, 'station', path), 'utf8'))
const fileInWork = () => readFileSync(join(folder, 'work', file.name))
const mark = () => join(folder, 'work', `${file.name}.aria2`)

it('without another program the box fetches ed2k links itself', async () => {
  const box = await openBox()
  expect(box.engine.engineName()).toBe('Homeport')
  expect(box.engine.isUp()).toBe(true)
  expect(box.warnings).toEqual([])
})

it('an aMule that is too old or does not start is not used, and the box says so', async () => {
  const old = await openBox({ amuled: standInAmuled(folder, { content, version: '2.3.3' }) })
  expect(old.engine.engineName()).toBe('Homeport')
  expect(old.warnings).toEqual(["amuled 2.3.3 is older than 3.1.0, so ed2k links are fetched by Homeport's own client."])
  const none = await openBox({ amuled: '/nowhere/amuled' })
  expect(none.engine.engineName()).toBe('Homeport')
  expect(none.warnings).toHaveLength(1)
})

it('an aria2 that names ed2k fetches the links before any other: paused, resumed, killed, to the last byte', async () => {
  const amuled = standInAmuled(folder, { content })
  const box = await openBox({ amuled, aria2Command: standInAria2(folder, { content }) })
  expect(box.engine.engineName()).toBe('aria2 1.37.0-next.3')
  await add(box)
  await isHalf(box)
  await box.engine.pause(gid)
  expect(await jobOf(box)).toMatchObject({ state: 'paused', total_bytes: bytes.length })
  await box.engine.unpause(gid)
  process.kill(pidIn('aria2.pid'), 'SIGKILL')
  await until('it is away', () => box.aria2?.isUp() === false)
  await box.aria2?.whenUp(10_000)
  expect(await box.engine.job(gid)).toBeUndefined()
  await add(box)
  expect((await jobOf(box)).done_bytes).toBe(bytes.length / 2)
  goOn()
  await isDone(box)
  expect(fileInWork().equals(bytes)).toBe(true)
  await box.engine.forget(gid)
  expect(await box.engine.job(gid)).toBeUndefined()
})

it('an aria2 that ends while it is asked what it can is asked again', async () => {
  writeFileSync(`${content}.end`, '')
  const box = await openBox({ aria2Command: standInAria2(folder, { content }) })
  expect(existsSync(`${content}.end`)).toBe(false)
  expect(box.engine.engineName()).toBe('aria2 1.37.0-next.3')
})

it('an aria2 that is stopped while it is asked what it can ends nothing else', async () => {
  writeFileSync(`${content}.end`, '')
  const box = openBox({ aria2Command: standInAria2(folder, { content }) })
  await until('it is asked', () => !existsSync(`${content}.end`))
  for (const close of closing.splice(0).toReversed()) await close()
  await box
})

it('an aria2 that names it keeps the limit of one link, until it is taken away', async () => {
  const box = await openBox({ aria2Command: standInAria2(folder, { content }) })
  await box.aria2?.configure({ down_limit_bytes: 0, up_limit_bytes: 0, seed_ratio: 0, seed_minutes: 0 })
  goOn()
  const limits = { down_limit: 20_000, up_limit: 0, seed_ratio: null, seed_minutes: null }
  await box.engine.addLink({ gid, kind: 'ed2k', url: link, dir: dir(), name: '', limits })
  await until('it moves', async () => (await jobOf(box)).done_bytes > 0)
  // A step of one without a limit is larger.
  expect((await jobOf(box)).done_bytes).toBeLessThan(200_000)
  await box.engine.limitJob(gid, { ...limits, down_limit: 0 })
  await isDone(box)
})

it('an aria2 that does not name it leaves ed2k links to aMule: added, paused, killed and resumed without its sources, to the last byte', async () => {
  const aria2Command = standInAria2(folder, { content, features: 'BitTorrent, GZip' })
  const box = await openBox({ amuled: standInAmuled(folder, { content }), aria2Command })
  expect(box.engine.engineName()).toBe('aMule 3.1.0')
  await add(box)
  expect(existsSync(mark())).toBe(true)
  await expect(add(box)).rejects.toThrow('the job is known')
  await isHalf(box)
  expect(await jobOf(box)).toMatchObject({ state: 'active', total_bytes: bytes.length, sources: 2 })
  await box.engine.pause(gid)
  expect(await jobOf(box)).toMatchObject({ state: 'paused', speed_bytes: 0 })
  process.kill(pidIn('amule/amuled.pid'), 'SIGKILL')
  goOn()
  await box.engine.unpause(gid)
  await isDone(box)
  expect(fileInWork().equals(bytes)).toBe(true)
  expect([existsSync(mark()), box.faults]).toEqual([false, []])
})

it('a restarted box takes over what aMule has, and a removed task goes from it', async () => {
  const amuled = standInAmuled(folder, { content })
  const first = await openBox({ amuled })
  await add(first)
  await isHalf(first)
  await first.engine.stop()
  const second = await openBox({ amuled })
  await add(second)
  await isHalf(second)
  await second.engine.forget(gid)
  const state = join(folder, 'station', 'amule', 'stand-in.json')
  expect(readFileSync(state, 'utf8')).toContain(file.hash.toString('hex'))
  rmSync(dir(), { recursive: true })
  await until('aMule has it no more', () => readFileSync(state, 'utf8') === '{}')
})

it('a full disk and a standstill of aMule: the task fails with its reason, and the link is given once more', async () => {
  const box = await openBox({ amuled: standInAmuled(folder, { content }) })
  await add(box)
  await isHalf(box)
  writeFileSync(`${content}.lost`, '')
  await until('its sources are gone', async () => (await jobOf(box)).sources === 0)
  expect((await jobOf(box)).next_at).toBeGreaterThan(Date.now())
  aheadMs += 16 * 60_000
  await until('the link was given to it again', async () => (await jobOf(box)).sources === 2)
  writeFileSync(`${content}.full`, '')
  await until('the disk is full', async () => (await jobOf(box)).state === 'error')
  expect(await jobOf(box)).toMatchObject({ error: 9 })
})

it('no program is given a source that the box itself may not reach', async () => {
  const box = await openBox({ amuled: standInAmuled(folder, { content }), allowPrivate: false })
  await add(box)
  const state = join(folder, 'station', 'amule', 'stand-in.json')
  await until('aMule has the link', () => existsSync(state) && readFileSync(state, 'utf8').includes(file.hash.toString('hex')))
  expect(readFileSync(state, 'utf8')).toContain('"hasSources":false')
})
