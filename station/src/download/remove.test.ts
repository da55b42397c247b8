/** Removing downloads, with and without their files, on a real aria2 (promises 24 and 35). */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { itWithAria2 } from '../testing/engine.ts'
import { onEveryProgram } from '../testing/torrent-programs.ts'
import type { Pace } from '../testing/file-server.ts'
import { clear, setUpDownloads } from '../testing/downloads.ts'
import { openTestWebSeed } from '../testing/web-seed.ts'
import { until } from '../../../testing/until.ts'

const blobs: Record<string, Buffer> = {}
let aheadMs = 0
const fixture = setUpDownloads({ isOpen: true, now: () => Date.now() + aheadMs, blobOf: async (_, id) => blobs[id] })
const itOnEveryProgram = onEveryProgram(fixture)
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
beforeEach(() => {
  aheadMs = 0
})
const { swarm, isDone, remaining } = fixture

const serve = (body: Buffer, pace?: Pace) => fixture.serve({ '/film.mkv': { body } }, pace)
const idOf = (frame: { task_id?: string }) => frame.task_id ?? ''
const remove = (task_id: string, files: 0 | 1) => fixture.box.act('remove_task_and_file', { task_id, files })

describe('removing a finished link', () => {
  it('without its file leaves the file, with it takes the file; the list and the mirror lose the task', async () => {
    const server = await serve(randomBytes(50_000))
    const first = idOf(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` }))
    await isDone(first)
    expect(await remove(first, 0)).toMatchObject({ code: Code.ok, data: { task_id: first } })
    expect(await fixture.box.tasks()).toEqual([])
    expect(fixture.box.gone).toEqual([first])
    expect(remaining()).toEqual(['film.mkv'])
    const second = idOf(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` }))
    await isDone(second)
    expect(remaining()).toEqual(['film (2).mkv', 'film.mkv'])
    expect(await remove(second, 1)).toMatchObject({ code: Code.ok })
    expect(remaining()).toEqual(['film.mkv'])
    expect(await fixture.box.act('download_status', { task_id: second })).toMatchObject({ code: TaskCode.notCreated })
  })

  it('that is not there any more is no error', async () => {
    expect(await remove('0123456789abcdef', 1)).toMatchObject({ code: Code.ok, data: { task_id: '0123456789abcdef' } })
  })

  it('P35: does not take a file that another task brought under the same name, nor one that a person put there', async () => {
    const server = await serve(randomBytes(50_000))
    const other = await serve(randomBytes(50_000))
    const first = idOf(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` }))
    await isDone(first)
    clear(join(fixture.box.root, 'film.mkv'))
    const second = idOf(await fixture.box.act('start_task', { url: `${other.url}/film.mkv` }))
    await isDone(second)
    expect(remaining()).toEqual(['film.mkv'])
    await remove(first, 1)
    expect(remaining()).toEqual(['film.mkv'])
    writeFileSync(join(fixture.box.root, 'film.mkv'), 'edited by a person')
    await remove(second, 1)
    expect(String(fixture.box.read('film.mkv'))).toBe('edited by a person')
  })

  itFromPeers('P35: does not follow a link out of the download root', async () => {
    const files = { 'a.mkv': randomBytes(5_000) }
    const { magnet } = await swarm('album', files)
    const id = idOf(await fixture.box.act('start_task', { url: magnet }))
    await isDone(id)
    renameSync(join(fixture.box.root, 'album'), join(fixture.folder, 'elsewhere'))
    symlinkSync(join(fixture.folder, 'elsewhere'), join(fixture.box.root, 'album'))
    await remove(id, 1)
    expect(existsSync(join(fixture.folder, 'elsewhere', 'a.mkv'))).toBe(true)
  })
})

describe('removing what is not finished', () => {
  it('stops it and clears its work folder, of a link', async () => {
    const server = await serve(randomBytes(3_000_000), { firstBytes: 1_000_000 })
    const id = idOf(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` }))
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    await remove(id, 0)
    expect(await fixture.box.downloads.engine.job(id)).toBeUndefined()
    expect(readdirSync(join(fixture.box.root, '.incoming'))).toEqual([])
    expect(remaining()).toEqual([])
    expect(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` })).toMatchObject({ code: Code.ok })
  })

  it('does so without any aria2 too', async () => {
    await fixture.reopen({ searchPath: '/nowhere', packaged: '' })
    const server = await serve(randomBytes(3_000_000), { firstBytes: 1_000_000 })
    const id = idOf(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` }))
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    await remove(id, 1)
    expect(readdirSync(join(fixture.box.root, '.incoming'))).toEqual([])
    const again = idOf(await fixture.box.act('start_task', { url: `${server.url}/film.mkv` }))
    server.hurry()
    await isDone(again)
    await remove(again, 1)
    expect(remaining()).toEqual([])
  })

  itFromPeers('takes the parts, the notes and the torrent of a magnet, and it can be added again', async () => {
    const files = { 'film.mkv': randomBytes(2_000_000), 'b/notes.txt': randomBytes(1_000) }
    const { magnet, infoHash } = await swarm('half', files, 200_000)
    const id = idOf(await fixture.box.act('start_task', { url: magnet }))
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 100_000)
    const torrent = join(fixture.folder, 'station', 'torrents', `${infoHash}.torrent`)
    expect(existsSync(torrent)).toBe(true)
    await remove(id, 1)
    expect(remaining()).toEqual([])
    expect(existsSync(torrent)).toBe(false)
    expect(await fixture.box.downloads.engine.active()).toEqual([])
    expect(await fixture.box.act('start_task', { url: magnet })).toMatchObject({ code: Code.ok })
  })
})

describe('a magnet’s folder', () => {
  const files = { 'film.mkv': randomBytes(60_000), 'sub/a.srt': randomBytes(2_000), 'extra.mkv': randomBytes(9_000) }

  itFromPeers('P35: keeps the foreign files that lie in it, and goes where none does', async () => {
    const { magnet } = await swarm('shared', files)
    const id = idOf(await fixture.box.act('start_task', { url: magnet, select: [1, 2] }))
    await isDone(id)
    mkdirSync(join(fixture.box.root, 'shared', 'mine'))
    writeFileSync(join(fixture.box.root, 'shared', 'mine', 'own.txt'), 'mine')
    writeFileSync(join(fixture.box.root, 'neighbour.mkv'), 'theirs')
    await remove(id, 1)
    expect(remaining()).toEqual(['neighbour.mkv', 'shared', 'shared/mine', 'shared/mine/own.txt'])
  })

  itFromPeers('stays whole where the files are kept', async () => {
    const { magnet } = await swarm('kept', files)
    const id = idOf(await fixture.box.act('start_task', { url: magnet }))
    await isDone(id)
    await remove(id, 0)
    expect(remaining()).toEqual(['kept', 'kept/extra.mkv', 'kept/film.mkv', 'kept/sub', 'kept/sub/a.srt'])
  })

  itFromPeers('P35: is not touched by removing a task that never owned its files', async () => {
    const { magnet } = await swarm('theirs', files)
    mkdirSync(join(fixture.box.root, 'theirs'))
    writeFileSync(join(fixture.box.root, 'theirs', 'film.mkv'), randomBytes(60_000))
    const id = idOf(await fixture.box.act('start_task', { url: magnet }))
    await isDone(id)
    expect(remaining()).toContain('theirs/film (2).mkv')
    await remove(id, 1)
    expect(remaining()).toEqual(['theirs', 'theirs/film.mkv'])
  })
})

describe('P24: removing runs once', () => {
  it('also where it comes again after the same link was added anew', async () => {
    const server = await serve(randomBytes(20_000))
    const url = `${server.url}/film.mkv`
    const id = idOf(await fixture.box.act('start_task', { url }))
    await isDone(id)
    const first = await fixture.box.act('remove_task_and_file', { task_id: id, files: 1 }, 'the-removal')
    const again = idOf(await fixture.box.act('start_task', { url }))
    await isDone(again)
    expect(await fixture.box.act('remove_task_and_file', { task_id: id, files: 1 }, 'the-removal')).toEqual(first)
    expect(remaining()).toEqual(['film.mkv'])
    expect((await fixture.box.tasks()).map((task) => task.task_id)).toEqual([again])
  })

  itFromPeers('is finished when the engine is back, where it was away', async () => {
    const { magnet } = await swarm('away', { 'film.mkv': randomBytes(2_000_000) }, 200_000)
    const id = idOf(await fixture.box.act('start_task', { url: magnet }))
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 50_000)
    process.kill(fixture.box.aria2Pid(), 'SIGKILL')
    await until('the engine is away', () => !fixture.box.downloads.engine.isUp())
    expect(await remove(id, 1)).toMatchObject({ code: Code.ok })
    expect(await fixture.box.tasks()).toEqual([])
    await until('its files are gone', () => remaining().length === 0)
  })
})

describe('the files of tasks', () => {
  /** Whole pieces, so that no file shares one with its neighbour. */
  const piece = 65_536
  const files = {
    'b 10.mkv': randomBytes(2 * piece),
    'b 2.MP4': randomBytes(piece),
    'notes.txt': randomBytes(piece),
    'left.avi': randomBytes(piece),
  }

  itOnEveryProgram('are claimed while open and when whole; the videos of a finished one are told with their place', async () => {
    const seeded = Object.entries(files).map(([path, body]) => ({ path, body }))
    const seed = await openTestWebSeed({ name: 'season', files: seeded }, { firstBytes: 0 })
    fixture.closing.push(seed.stop)
    blobs['season'] = seed.bytes
    const id = idOf(await fixture.box.act('start_task', { torrent: 'season', select: [1, 2, 3] }))
    const { media, root } = { ...fixture.box.downloads, root: fixture.box.root }
    await until('it is claimed', async () => (await media.claimOf(join(root, 'season', 'b 10.mkv'))) === 'open')
    expect(await fixture.box.act('get_media_files', { task_id: id })).toMatchObject({ code: Code.ok, data: {} })
    seed.hurry()
    await isDone(id)
    expect(await media.claimOf(join(root, 'season', 'b 10.mkv'))).toBe('whole')
    expect(await media.claimOf(join(root, 'season', 'left.avi'))).toBe('open')
    expect(await media.claimOf(join(root, 'season', 'stranger.mkv'))).toBeUndefined()
    expect(await media.claimOf(join(root, '.incoming', 'x', 'a.mkv'))).toBe('open')
    expect(await media.claimOf('/etc/passwd')).toBeUndefined()
    const { data } = await fixture.box.act('get_media_files', { task_id: id })
    expect(data).toEqual({
      paths: [
        { url: `${id}/2`, name: 'b 2.MP4', suffix: 'mp4', icon: 'video', file_size: piece },
        { url: `${id}/1`, name: 'b 10.mkv', suffix: 'mkv', icon: 'video', file_size: 2 * piece },
      ],
    })
    expect(await media.mediaFile(`${id}/1`)).toBe(join(root, 'season', 'b 10.mkv'))
    for (const wrong of [`${id}/4`, `${id}/9`, `${id}/../1`, 'x/1', '']) expect(await media.mediaFile(wrong)).toBeUndefined()
    expect(await fixture.box.act('get_media_files', { task_id: 'nothing' })).toMatchObject({ code: TaskCode.notCreated })
  })

  it('of a link without a video have no paths', async () => {
    const server = await fixture.serve({ '/notes.txt': { body: Buffer.from('x') } })
    const id = idOf(await fixture.box.act('start_task', { url: `${server.url}/notes.txt` }))
    await isDone(id)
    expect((await fixture.box.act('get_media_files', { task_id: id })).data).toEqual({})
    expect(await fixture.box.downloads.media.claimOf(join(fixture.box.root, 'notes.txt'))).toBe('whole')
  })
})

it('P42: a removal that meets a fault again and again stops no other download, and ends once it can', async () => {
  const { engine } = fixture.box.downloads
  const first = idOf(await fixture.box.act('start_task', { url: `${(await serve(randomBytes(50_000))).url}/film.mkv` }))
  await isDone(first)
  const failing = vi.spyOn(engine, 'remove').mockImplementation(async (gid) => {
    if (gid === first) throw new Error('the disk cannot be read')
  })
  await remove(first, 1)
  const second = idOf(await fixture.box.act('start_task', { url: `${(await serve(randomBytes(50_000))).url}/film.mkv` }))
  await isDone(second)
  expect(fixture.box.faults.splice(0).length).toBeGreaterThan(0)
  failing.mockRestore()
  aheadMs += 16_000
  await until('its file is gone', () => !remaining().includes('film.mkv'))
  fixture.box.faults.splice(0)
})

itWithAria2(
  'P35: the record of a torrent that was added again stays when the removal of the one before it ends late',
  async () => {
    const { db, downloads } = fixture.box
    const seed = await openTestWebSeed(
      { name: 'film.mkv', files: [{ path: '', body: randomBytes(1_600_000) }] },
      { firstBytes: 400_000 },
    )
    fixture.closing.push(seed.stop)
    blobs['again'] = seed.bytes
    const add = async () => idOf(await fixture.box.act('start_task', { torrent: 'again' }))
    const isRecorded = () => remaining().includes('film.mkv.aria2')
    const first = await add()
    await until('it has pieces', async () => (await fixture.box.task(first)).down_size > 200_000)
    await fixture.box.act('stop_task', { task_id: first })
    await until('it has a record', isRecorded)
    const real = downloads.engine.remove.bind(downloads.engine)
    const failing = vi.spyOn(downloads.engine, 'remove').mockImplementation(async (gid, kind) => {
      await real(gid, kind)
      if (gid === first) throw new Error('the disk cannot be read')
    })
    await remove(first, 0)
    fixture.box.faults.splice(0)
    const second = await add()
    await until('it goes on from the bytes of the first', async () => (await fixture.box.task(second)).down_size > 0)
    await until('it has a record', isRecorded)
    failing.mockRestore()
    aheadMs += 16_000
    const rows = () => db.selectFrom('task').select('task_id').execute()
    await until('the first is gone', async () => (await rows()).every(({ task_id }) => task_id === second))
    expect(isRecorded()).toBe(true)
    fixture.box.faults.splice(0)
    seed.hurry()
    await isDone(second)
  },
)
