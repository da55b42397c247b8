/** Live streams while they are recorded, under the actions of people and the clock: many at once, limits, the queue, names and folders. */
import { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { makeFlv, noStreams, openRtmpSource, playedSeconds } from '../../testing/rtmp-source.ts'
import { freePort } from '../../../../testing/free-port.ts'

let aheadMs: number
const fixture = setUpDownloads({
  streamWaitsMs: [200, 500, 1_500],
  now: () => Date.now() + aheadMs,
  searchPath: process.env.PATH ?? '',
  packaged: '',
})
const act = (name: string, data: object) => fixture.box.act(name, data)
const task = (id: string) => fixture.box.task(id)
const streamTest = (title: string, test: () => Promise<void>) => it.skipIf(noStreams !== '')(title + noStreams, test)
const fileOf = (name: string) => join(fixture.box.root, name)

beforeEach(() => {
  aheadMs = 0
})

async function serveStream(port: number) {
  const made = await openRtmpSource(makeFlv(fixture.folder, 60), port)
  fixture.closing.push(() => made.kill())
  return made
}

/** The id of a live stream of which something has come. */
async function startRecording(name: string): Promise<{ id: string; port: number; kill: () => Promise<void> }> {
  const port = await freePort()
  const made = await serveStream(port)
  const id = await fixture.start({ url: made.url, name })
  await until('it is recorded', async () => (await task(id)).is_live && (await task(id)).down_size > 5_000)
  return { id, port, kill: () => made.kill() }
}

async function startSlowFile(): Promise<string> {
  const server = await fixture.serve({ '/file': { body: randomBytes(900_000) } }, { bytesPerSecond: 20_000 })
  const id = await fixture.start(`${server.url}/file`)
  await until('it moves', async () => (await task(id)).down_size > 0)
  return id
}

streamTest(
  'stop all ends each recording as a finished file and stops the rest; start all begins no recording again',
  async () => {
    await fixture.open()
    const [one, two] = [await startRecording('one.mkv'), await startRecording('two.mkv')]
    const file = await startSlowFile()
    expect(await act('task_many', { action: 'stop', of: 'all' })).toMatchObject({ data: { changed: 3 } })
    await fixture.isDone(one.id)
    await fixture.isDone(two.id)
    expect(await task(file)).toMatchObject({ is_done: false, status: TaskStatus.stop })
    for (const name of ['one.mkv', 'two.mkv']) expect(playedSeconds(fileOf(name))).toBeGreaterThan(0)
    expect(await act('task_many', { action: 'start', of: 'all' })).toMatchObject({ data: { changed: 1 } })
    await until('the file goes on', async () => (await task(file)).status === TaskStatus.run)
    for (const { id } of [one, two]) expect(await task(id)).toMatchObject({ is_done: true, reason: '' })
    expect((await fixture.box.downloads.engine.active()).map(({ gid }) => gid)).not.toContain(one.id)
    expect(fixture.remaining()).toEqual(['one.mkv', 'two.mkv'])
  },
)

streamTest('stopped twice, one by one and with all, a recording ends once, by itself: its program is not killed', async () => {
  await fixture.open()
  const { id } = await startRecording('show.mkv')
  const signals = vi.spyOn(ChildProcess.prototype, 'kill')
  await Promise.all([
    act('stop_task', { task_id: id }),
    act('task_many', { action: 'stop', of: 'all' }),
    act('stop_task', { task_id: id }),
  ])
  await fixture.isDone(id)
  expect(signals.mock.calls).toEqual([['SIGINT']])
  expect(playedSeconds(fileOf('show.mkv'))).toBeGreaterThan(0)
  expect(fixture.remaining()).toEqual(['show.mkv'])
})

streamTest('the clock interrupts a recording, and stopping it meanwhile ends it with what had come', async () => {
  const at = new Date(2026, 10, 23, 22, 50).getTime()
  aheadMs = at - Date.now()
  await fixture.open()
  const config = {
    is_on: true,
    from_min: 23 * 60,
    to_min: 7 * 60,
    days: [1],
    down_limit_bytes: 0,
    up_limit_bytes: 0,
    is_paused: true,
  }
  expect(await act('save_download_config', { schedule: config })).toMatchObject({ code: Code.ok })
  const [stopped, resumed] = [await startRecording('stopped.mkv'), await startRecording('resumed.mkv')]
  aheadMs += 11 * 60_000
  await until('both wait', async () =>
    (await Promise.all([task(stopped.id), task(resumed.id)])).every(({ wait }) => wait?.reason === 'schedule'),
  )
  expect(await act('stop_task', { task_id: stopped.id })).toMatchObject({ code: TaskCode.added })
  await fixture.isDone(stopped.id)
  expect(playedSeconds(fileOf('stopped.mkv'))).toBeGreaterThan(0)
  await resumed.kill()
  const before = (await task(resumed.id)).down_size
  await serveStream(resumed.port)
  aheadMs += 8 * 3_600_000
  await until('a further part comes', async () => (await task(resumed.id)).down_size > before + 5_000)
  await act('stop_task', { task_id: resumed.id })
  await fixture.isDone(resumed.id)
  expect(fixture.remaining()).toEqual(['resumed.mkv', 'stopped.mkv'])
})

streamTest('a recording keeps its place when another download is put before it: a stream does not wait', async () => {
  await fixture.open()
  expect(await act('save_download_config', { max_running: 1 })).toMatchObject({ code: Code.ok })
  const { id } = await startRecording('show.mkv')
  const server = await fixture.serve({ '/file': { body: randomBytes(1_000) } })
  const file = await fixture.start(`${server.url}/file`)
  expect(await act('task_change', { task_ids: [file], priority: 1 })).toMatchObject({ data: { changed: 1 } })
  expect(await act('task_order', { task_ids: [file], to: 'first' })).toMatchObject({ data: { changed: 1 } })
  await fixture.box.downloads.tasks.idle()
  expect((await fixture.box.downloads.engine.active()).map(({ gid }) => gid)).toEqual([id])
  const before = (await task(id)).down_size
  await until('it is still recorded', async () => (await task(id)).down_size > before + 5_000)
  expect((await task(id)).wait).toBe(null)
  await act('stop_task', { task_id: id })
  await fixture.isDone(id)
  await fixture.isDone(file)
})

streamTest('a limit of its own and a check are refused with the reason, alone and among others', async () => {
  await fixture.open()
  const [{ id }, file] = [await startRecording('show.mkv'), await startSlowFile()]
  expect(await act('task_change', { task_ids: [file, id], down_limit_bytes: 10_000 })).toMatchObject({
    code: Code.invalid,
    data: { field: 'down_limit_bytes', rule: 'stream' },
  })
  expect(await act('task_detail', { task_id: file })).toMatchObject({ data: { down_limit_bytes: 0 } })
  expect(await act('task_change', { task_ids: [file, id], down_limit_bytes: 0, priority: 1 })).toMatchObject({
    data: { changed: 2 },
  })
  expect(await act('task_recheck', { task_id: id })).toMatchObject({ code: TaskCode.notStarted, data: { reason: 'no_checksum' } })
  expect(await act('task_look_again', { task_id: id })).toMatchObject({ code: TaskCode.added })
})

streamTest('renamed and moved while it is recorded, it goes on there, and its file has the name and all of it', async () => {
  const second = join(fixture.folder, 'second disk')
  mkdirSync(second)
  await fixture.open({ folders: [second] })
  const { id, kill, port } = await startRecording('show.mkv')
  expect(await act('task_rename', { task_id: id, name: 'Other show.mkv' })).toMatchObject({ data: { name: 'Other show.mkv' } })
  const folders = DownloadConfig.parse((await act('get_download_config', {})).data).folders
  const before = (await task(id)).down_size
  expect(await act('task_move', { task_ids: [id], folder_id: folders[1]?.folder_id ?? '' })).toMatchObject({
    data: { changed: 1 },
  })
  await kill()
  await serveStream(port)
  await until('it goes on', async () => (await task(id)).down_size > before + 5_000)
  expect(await act('task_many', { action: 'stop', task_ids: [id] })).toMatchObject({ data: { changed: 1, refused: [] } })
  await fixture.isDone(id)
  expect(existsSync(join(second, 'Other show.mkv'))).toBe(true)
  expect(playedSeconds(join(second, 'Other show.mkv'))).toBeGreaterThan(0)
  expect((await task(id)).total_size).toBeGreaterThan(before)
  expect(fixture.remaining()).toEqual([])
})
