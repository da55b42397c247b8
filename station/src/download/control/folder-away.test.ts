/** A download folder that is away for a while: its tasks wait for it, and go on from their bytes once it is back. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { startTask } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openFtpServer } from '../../../../testing/ftp-server.ts'
import { until } from '../../../../testing/until.ts'
import { mountPointOf } from '../folder/mount-watch.ts'
import { canMount, mountSmallDisk } from '../../testing/disk.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { hasAria2, itWithAria2, noAria2 } from '../../testing/engine.ts'

const own = { searchPath: '', packaged: '' }
/** As a disk that another is mounted on. */
let mountPoint: string | undefined
let aheadMs = 0
const fixture = setUpDownloads({
  now: () => Date.now() + aheadMs,
  mountPointOf: async (root) => mountPoint ?? mountPointOf(root),
})
const { start, isDone } = fixture
beforeEach(() => {
  aheadMs = 0
})
const task = (id: string) => fixture.box.task(id)
const waits = (id: string) => until('it waits for its folder', async () => (await task(id)).wait?.reason === 'folder')
const away = () => `${fixture.box.root} elsewhere`

describe.each([
  ['aria2', hasAria2, {}],
  ['the box’s own engine', true, own],
] as const)('on %s', (_, isHere, parts) => {
  it.skipIf(!isHere)(`a folder that is renamed and comes back loses no download${isHere ? '' : noAria2}`, async () => {
    await fixture.open(parts)
    expect(await fixture.box.act('save_download_config', { max_running: 1 })).toMatchObject({ code: Code.ok })
    const bodies = [randomBytes(2_000_000), randomBytes(5_000)]
    const server = await fixture.serve(
      { '/a.mkv': { body: bodies[0] ?? Buffer.alloc(0) }, '/b.mkv': { body: bodies[1] ?? Buffer.alloc(0) } },
      { bytesPerSecond: 300_000 },
    )
    const [running, queued] = [await start(`${server.url}/a.mkv`), await start(`${server.url}/b.mkv`)]
    await until('it moves', async () => (await task(running)).down_size > 200_000)
    renameSync(fixture.box.root, away())
    // The turn of the second comes while the folder is away.
    await waits(running)
    await waits(queued)
    expect(await task(running)).toMatchObject({ status: 1, reason: 'no_folder', wait: { tries: 0, place: 0, next_at: null } })
    expect((await task(running)).down_size).toBeGreaterThan(0)
    expect(await fixture.box.act('start_task', { url: `${server.url}/c.mkv` })).toMatchObject({ code: TaskCode.noFolder })
    renameSync(away(), fixture.box.root)
    server.hurry()
    for (const id of [running, queued]) await isDone(id)
    expect(fixture.box.read('a.mkv')?.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true)
    expect(fixture.box.read('b.mkv')?.equals(bodies[1] ?? Buffer.alloc(0))).toBe(true)
  })
})

it.skipIf(!hasAria2)(`P54: aria2 does not make a folder anew that goes away just as it begins${noAria2}`, async () => {
  const { bytes } = await fixture.swarm('film', { 'a/film.mkv': randomBytes(50_000) })
  const box = await fixture.open({})
  const root = `${box.root} away`
  const dir = join(fixture.folder, 'job')
  mkdirSync(dir)
  const gid = 'aaaaaaaaaaaaaaaa'
  const job = {
    gid,
    torrent: bytes,
    dir,
    root,
    paths: new Map([[1, join(root, 'film', 'a', 'film.mkv')]]),
    chosen: undefined,
    check: false,
  }
  await box.downloads.engine.addTorrent(job)
  await until('it has failed', async () => (await box.downloads.engine.job(gid))?.state === 'error')
  expect(existsSync(root)).toBe(false)
  await box.downloads.engine.forget(gid)
  mkdirSync(root)
  await box.downloads.engine.addTorrent(job)
  await until('the file is there', () => existsSync(join(root, 'film', 'a', 'film.mkv')))
})

itWithAria2('P54: nor for an ftp link', async () => {
  const body = randomBytes(50_000)
  const server = await openFtpServer({ files: { '/film.mkv': body } })
  fixture.closing.push(() => server.stop())
  const { engine, root: first } = { ...(await fixture.open({})).downloads, root: fixture.box.root }
  const root = `${first} away`
  const dir = join(root, '.incoming', 'task')
  const gid = 'bbbbbbbbbbbbbbbb'
  const job = { gid, kind: 'ftp', url: `ftp://127.0.0.1:${server.port}/film.mkv`, dir, name: '' } as const
  await engine.addLink(job)
  await until('it has failed', async () => (await engine.job(gid, 'ftp'))?.state === 'error')
  expect(existsSync(root)).toBe(false)
  await engine.forget(gid, 'ftp')
  mkdirSync(dir, { recursive: true })
  await engine.addLink(job)
  await until('it is whole', async () => (await engine.job(gid, 'ftp'))?.state === 'complete')
  expect(readFileSync(join(dir, 'film.mkv')).equals(body)).toBe(true)
  await engine.forget(gid, 'ftp')
  // Nothing is left of it among the files of the box.
  expect(readdirSync(join(fixture.folder, 'station'), { recursive: true }).filter((name) => String(name).includes(gid))).toEqual(
    [],
  )
})

it('P54: a download is not moved from a folder that is away, nor is anything of it left behind', async () => {
  const second = join(fixture.folder, 'second')
  await fixture.open({ ...own, folders: [second] })
  const body = randomBytes(500_000)
  const server = await fixture.serve({ '/a.mkv': { body }, '/b.mkv': { body } }, { bytesPerSecond: 100_000 })
  const half = await start(`${server.url}/b.mkv`)
  await until('it moves', async () => (await task(half)).down_size > 100_000)
  await fixture.box.act('stop_task', { task_id: half })
  server.hurry()
  const whole = await start(`${server.url}/a.mkv`)
  await isDone(whole)
  const { folders } = DownloadConfig.parse((await fixture.box.act('get_download_config', {})).data)
  const folder_id = folders.find(({ path }) => path === second)?.folder_id ?? ''
  renameSync(fixture.box.root, away())
  await fixture.box.act('task_move', { task_ids: [whole, half], folder_id })
  await until('no move goes on', async () => [await task(whole), await task(half)].every(({ wait }) => wait?.reason !== 'moving'))
  renameSync(away(), fixture.box.root)
  expect(fixture.box.read('a.mkv')?.equals(body)).toBe(true)
  await fixture.box.act('task_move', { task_ids: [whole, half], folder_id })
  await until('it is moved', () => existsSync(join(second, 'a.mkv')))
  await until('no move goes on', async () => [await task(whole), await task(half)].every(({ wait }) => wait?.reason !== 'moving'))
  expect((await task(half)).down_size).toBeGreaterThan(100_000)
  await fixture.box.act('start_task', { task_id: half })
  await isDone(half)
  expect(readdirSync(fixture.box.root, { recursive: true })).toEqual(['.incoming'])
  expect(readdirSync(second, { recursive: true }).toSorted()).toEqual(['.incoming', 'a.mkv', 'b.mkv'])
})

it('P54: what a move copied is deleted at the old place once that folder is back', async () => {
  const second = join(fixture.folder, 'second')
  await fixture.open({ ...own, folders: [second] })
  const server = await fixture.serve({ '/a.mkv': { body: randomBytes(50_000) } })
  const { folders } = DownloadConfig.parse((await fixture.box.act('get_download_config', {})).data)
  const folder_id = folders.find(({ path }) => path === second)?.folder_id ?? ''
  const started = await fixture.box.act('start_task', { url: `${server.url}/a.mkv`, folder_id })
  const { task_id } = startTask.output.parse(started.data)
  await isDone(task_id)
  // The folder went away after the copy.
  const { root } = fixture.box
  copyFileSync(join(second, 'a.mkv'), join(root, 'a.mkv'))
  mkdirSync(join(root, '.incoming', task_id), { recursive: true })
  renameSync(root, away())
  const old = { folder_id: folders.find(({ path }) => path === root)?.folder_id ?? '', path: 'a.mkv' }
  const look = vi.spyOn(fixture.box.downloads.tasks, 'look')
  const looks = () => look.mock.calls.length
  const moving_to = JSON.stringify({ step: 'clean', folder_id, folder_path: '', path: 'a.mkv', old })
  await fixture.box.db.updateTable('task').set({ moving_to }).where('task_id', '=', task_id).execute()
  await fixture.box.act('task_move', { task_ids: [task_id], folder_id })
  await until('it was looked at', () => looks() > 2)
  expect((await task(task_id)).wait?.reason).toBe('moving')
  renameSync(`${root} elsewhere`, root)
  await until('the move has ended', async () => (await task(task_id)).wait?.reason !== 'moving')
  expect(readdirSync(root, { recursive: true })).toEqual(['.incoming'])
  expect(readdirSync(second)).toContain('a.mkv')
})

it('waits over a restart of the box, and a person may stop or remove it meanwhile', async () => {
  await fixture.open(own)
  const server = await fixture.serve({ '/a.mkv': { body: randomBytes(900_000) } }, { bytesPerSecond: 200_000 })
  const ids = [await start(`${server.url}/a.mkv?1`), await start(`${server.url}/a.mkv?2`), await start(`${server.url}/a.mkv?3`)]
  for (const id of ids) await until('it moves', async () => (await task(id)).down_size > 0)
  const { root } = fixture.box
  renameSync(root, away())
  for (const id of ids) await waits(id)
  await fixture.box.act('stop_task', { task_id: ids[0] })
  await fixture.box.act('remove_task_and_file', { task_id: ids[1], files: 1 })
  expect(await task(ids[0] ?? '')).toMatchObject({ status: 0, wait: null })
  expect((await task(ids[2] ?? '')).wait?.reason).toBe('folder')
  await fixture.box.stop()
  renameSync(away(), root)
  server.hurry()
  await fixture.open(own)
  await isDone(ids[2] ?? '')
})

it('P54: what was removed with its files while the folder was away is gone once it is back, and others do not wait for that', async () => {
  await fixture.open({ ...own, folders: [join(fixture.folder, 'second')] })
  const { root } = fixture.box
  const server = await fixture.serve({ '/a.mkv': { body: randomBytes(5_000) }, '/b.mkv': { body: randomBytes(900_000) } })
  const whole = await start(`${server.url}/a.mkv?kept`)
  const done = await start(`${server.url}/a.mkv?1`)
  for (const id of [whole, done]) await isDone(id)
  const slow = await fixture.serve({ '/c.mkv': { body: randomBytes(900_000) } }, { bytesPerSecond: 100_000 })
  const running = await start(`${slow.url}/c.mkv`)
  await until('it moves', async () => (await task(running)).down_size > 0)
  const folder_id = fixture.box.downloads.folders.list[1]?.folder_id ?? ''
  const other = await start({ url: `${server.url}/b.mkv`, folder_id })
  await isDone(other)
  renameSync(root, away())
  for (const task_id of [running, done])
    expect(await fixture.box.act('remove_task_and_file', { task_id, files: 1 })).toMatchObject({ code: Code.ok })
  expect((await fixture.box.tasks()).map(({ task_id }) => task_id).toSorted()).toEqual([whole, other].toSorted())
  await fixture.box.act('remove_task_and_file', { task_id: other, files: 1 })
  expect(readdirSync(join(fixture.folder, 'second'))).not.toContain('b.mkv')
  renameSync(away(), root)
  aheadMs += 16_000
  await until('both are gone', () => readdirSync(join(root, '.incoming')).length === 0 && fixture.remaining().length === 1)
  expect(fixture.remaining()).toEqual(['a.mkv'])
  expect((await task(whole)).is_done).toBe(true)
})

itWithAria2('a torrent goes on too', async () => {
  await fixture.open()
  const { magnet } = await fixture.swarm('film', { 'film.mkv': randomBytes(2_000_000) }, 300_000)
  const id = await start(magnet)
  await until('it moves', async () => (await task(id)).down_size > 0)
  renameSync(fixture.box.root, away())
  await waits(id)
  renameSync(away(), fixture.box.root)
  await isDone(id)
})

describe.skipIf(!canMount)(`a disk of its own${canMount ? '' : ' (skipped: only root may mount a small tmpfs)'}`, () => {
  const mountAt = (folder: string) => {
    const unmount = mountSmallDisk(folder, 200)
    fixture.closing.push(unmount)
    return unmount
  }

  it('that was pulled out leaves nothing of its tasks on the disk below it', async () => {
    const second = join(fixture.folder, 'disk')
    mkdirSync(second)
    const unmount = mountAt(second)
    await fixture.open({ ...own, folders: [second] })
    const folder_id = fixture.box.downloads.folders.list[1]?.folder_id ?? ''
    const server = await fixture.serve({ '/a.mkv': { body: randomBytes(900_000) } }, { bytesPerSecond: 200_000 })
    const id = await start({ url: `${server.url}/a.mkv`, folder_id })
    await until('it moves', async () => (await task(id)).down_size > 0)
    unmount()
    await waits(id)
    expect(readdirSync(second)).toEqual([])
    expect(await fixture.box.act('start_task', { url: `${server.url}/a.mkv?2`, folder_id })).toMatchObject({
      code: TaskCode.noFolder,
    })
    const described = await fixture.box.downloads.folders.described()
    expect(described[1]).toMatchObject({ free: null, total: null })
    expect(described[0]?.free).toBeGreaterThan(0)
    // The same is known after a restart.
    await fixture.reopen({ ...own, folders: [second] })
    await fixture.box.downloads.tasks.look()
    expect((await task(id)).wait?.reason).toBe('folder')
    mountAt(second)
    server.hurry()
    await isDone(id)
    expect(readdirSync(second)).toContain('a.mkv')
  })
})

it('the mount point of a folder without its disk is noticed without a mount, too', async () => {
  mountPoint = '/mnt/usb'
  await fixture.open(own)
  const server = await fixture.serve({ '/a.mkv': { body: randomBytes(10) } })
  mountPoint = '/'
  expect(await fixture.box.act('start_task', { url: `${server.url}/a.mkv` })).toMatchObject({ code: TaskCode.noFolder })
  mountPoint = '/mnt'
  expect(await fixture.box.act('start_task', { url: `${server.url}/a.mkv` })).toMatchObject({ code: TaskCode.noFolder })
  // Another disk, or the same at another place.
  mountPoint = '/mnt/usb/films'
  await isDone(await start(`${server.url}/a.mkv`))
  mountPoint = undefined
})
