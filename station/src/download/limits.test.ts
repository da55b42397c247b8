/** Limits of a box: too many tasks, more bytes than the disk has; and an engine restart in the middle. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { taskLimit } from '@homeport/contract/download/download.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { itWithAria2 } from '../testing/engine.ts'
import { clear, openTestBox, testFolder, type TestBox } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { bencode, openTestSwarm } from '../testing/swarm.ts'

const tooMuch = 20_000_000_000_000

let folder: string
let box: TestBox

beforeEach(async () => {
  folder = testFolder()
  box = await openTestBox({ folder })
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

it('refuses the task after the last allowed one with 1004, and still restarts those it has', async () => {
  const db = new DatabaseSync(join(folder, 'station', 'station.db'))
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${taskLimit})
    INSERT INTO task (task_id, seq, key, kind, url, act_id, name, status, has_begun, path, down_size, download_size, total_size, file_count, select_count, code, reason, created_at)
    SELECT printf('%016x', i), i, 'key' || i, 'http', 'http://127.0.0.1:9/' || i, 'act' || i, 'name', 0, 0, '', 0, 0, 0, 1, 1, 200, '', 0 FROM n`)
  db.close()
  expect(await box.act('start_task', { url: 'http://127.0.0.1:9/one-more' })).toMatchObject({ code: TaskCode.limit })
  expect(await box.act('start_task', { task_id: '0000000000000007' })).toMatchObject({
    code: Code.ok,
    task_id: '0000000000000007',
  })
})

itWithAria2('refuses a torrent that the disk has no room for with 1009 before anything is written', async () => {
  const hash = 'ab'.repeat(20)
  const pieceBytes = 64 * 1024 * 1024
  const info = {
    name: 'huge',
    length: tooMuch,
    'piece length': pieceBytes,
    pieces: randomBytes(20 * Math.ceil(tooMuch / pieceBytes)),
  }
  mkdirSync(join(folder, 'station', 'torrents'), { recursive: true })
  writeFileSync(join(folder, 'station', 'torrents', `${hash}.torrent`), bencode({ info }))
  expect(await box.act('start_task', { url: `magnet:?xt=urn:btih:${hash}` })).toMatchObject({ code: TaskCode.noSpace })
  expect(await box.tasks()).toEqual([])
})

it('refuses a link whose server announces more than the disk holds with 1009', async () => {
  const server = await openTestFiles(
    { '/huge.bin': { body: randomBytes(1000), headers: { 'x-length': String(tooMuch) } } },
    { bytesPerSecond: 100 },
  )
  const { code, task_id = '' } = await box.act('start_task', { url: `${server.url}/huge.bin` })
  expect(code).toBe(TaskCode.noSpace)
  expect(await box.task(task_id)).toMatchObject({ code: TaskCode.noSpace, reason: 'no_space' })
  await server.stop()
})

it('ends a link whose server announces more than the disk holds, but only when it sends, as 1009', async () => {
  const server = await openTestFiles(
    { '/huge.bin': { body: randomBytes(1000), headers: { 'x-length': String(tooMuch) } } },
    { bytesPerSecond: 100, hasHead: false },
  )
  const { task_id = '' } = await box.act('start_task', { url: `${server.url}/huge.bin` })
  await until('it failed', async () => (await box.task(task_id)).status === 3)
  expect(await box.task(task_id)).toMatchObject({ code: TaskCode.noSpace, reason: 'no_space' })
  await server.stop()
})

it('keeps fetching the others where one task’s disk refuses', async () => {
  const body = randomBytes(1_500_000)
  const server = await openTestFiles({ '/a.bin': { body }, '/b.bin': { body } }, { bytesPerSecond: 800_000 })
  const a = await box.act('start_task', { url: `${server.url}/a.bin` })
  const id = createHash('sha256').update('blocked').digest('hex').slice(0, 16)
  writeFileSync(join(box.root, '.incoming', id), 'a file where its folder should be')
  expect(await box.act('start_task', { url: `${server.url}/b.bin` }, 'blocked')).toMatchObject({
    code: TaskCode.noFolder,
    data: { reason: 'no_folder' },
  })
  await until('the other is done', async () => (await box.task(a.task_id ?? '')).is_done)
  expect(box.faults.splice(0)).toHaveLength(1)
  await server.stop()
})

it('hands the engine some tasks at a time and comes to all of them', async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/f${at}`, { body: Buffer.from(`file ${at}`) }]))
  const server = await openTestFiles(files)
  for (const path of Object.keys(files))
    expect(await box.act('start_task', { url: `${server.url}${path}` })).toMatchObject({ code: Code.ok })
  await until('all are done', async () => (await box.tasks()).filter((task) => task.is_done).length === 60)
  for (let at = 0; at < 60; at += 1) expect(String(box.read(`f${at}`))).toBe(`file ${at}`)
  await server.stop()
})

itWithAria2('takes a start while the engine is away and does it when the engine is back', async () => {
  const body = randomBytes(100_000)
  const server = await openTestFiles({ '/film.mkv': { body } })
  process.kill(box.aria2Pid(), 'SIGKILL')
  const { code, task_id = '' } = await box.act('start_task', { url: `${server.url}/film.mkv` })
  expect(code).toBe(Code.ok)
  await until('it is done', async () => (await box.task(task_id)).is_done)
  expect(box.read('film.mkv')?.equals(body)).toBe(true)
  await server.stop()
})

itWithAria2('stops a task that the engine lost meanwhile, and it stays stopped when the engine is back', async () => {
  const files = { 'film.mkv': randomBytes(2_000_000) }
  const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'lost', files, bytesPerSecond: 200_000 })
  const { task_id = '' } = await box.act('start_task', { url: swarm.magnet })
  await until('it moves', async () => (await box.task(task_id)).down_size > 0)
  const old = box.aria2Pid()
  process.kill(old, 'SIGKILL')
  expect(await box.act('stop_task', { task_id })).toMatchObject({ code: Code.ok })
  await until('another engine runs', () => box.aria2Pid() !== old && box.downloads.engine.isUp())
  await box.downloads.tasks.look()
  expect(await box.downloads.engine.job(task_id)).toBeUndefined()
  expect(await box.task(task_id)).toMatchObject({ status: 0 })
  await swarm.stop()
})
