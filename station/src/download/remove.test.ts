/** Removing downloads, with and without their files, on a real aria2 (promises 24 and 35). */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itWithAria2 } from '../testing/engine.ts'
import { clear, openTestBox, testFolder, until, type TestBox } from '../testing/downloads.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { openTestSwarm } from '../testing/swarm.ts'

let folder: string
let box: TestBox
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = testFolder()
  box = await openTestBox({ folder })
  await box.downloads.engine.whenUp(5_000)
})

afterEach(async () => {
  await box.stop()
  for (const close of closing.splice(0)) await close()
  clear(folder)
  expect(box.faults).toEqual([])
})

async function serve(body: Buffer, bytesPerSecond?: number) {
  const server = await openTestFiles({ '/film.mkv': { body } }, { bytesPerSecond })
  closing.push(server.stop)
  return server
}

async function swarm(name: string, files: Record<string, Buffer>, bytesPerSecond = 0) {
  const made = await openTestSwarm({ folder: join(folder, 'seed'), name, files, bytesPerSecond })
  closing.push(made.stop)
  return made
}

const idOf = (frame: { task_id?: string }) => frame.task_id ?? ''
const isDone = (id: string) => until('the task is done', async () => (await box.task(id)).is_done)
const remove = (task_id: string, files: 0 | 1) => box.act('remove_task_and_file', { task_id, files })
const remaining = () =>
  readdirSync(box.root, { recursive: true })
    .map(String)
    .filter((name) => name !== '.incoming')
    .sort()

describe('removing a finished link', () => {
  it('without its file leaves the file, with it takes the file; the list and the mirror lose the task', async () => {
    const server = await serve(randomBytes(50_000))
    const first = idOf(await box.act('start_task', { url: `${server.url}/film.mkv` }))
    await isDone(first)
    expect(await remove(first, 0)).toMatchObject({ code: Code.ok, data: { task_id: first } })
    expect(await box.tasks()).toEqual([])
    expect(box.gone).toEqual([first])
    expect(remaining()).toEqual(['film.mkv'])
    const second = idOf(await box.act('start_task', { url: `${server.url}/film.mkv` }))
    await isDone(second)
    expect(remaining()).toEqual(['film (2).mkv', 'film.mkv'])
    expect(await remove(second, 1)).toMatchObject({ code: Code.ok })
    expect(remaining()).toEqual(['film.mkv'])
    expect(await box.act('download_status', { task_id: second })).toMatchObject({ code: TaskCode.notCreated })
  })

  it('that is not there any more is no error', async () => {
    expect(await remove('0123456789abcdef', 1)).toMatchObject({ code: Code.ok, data: { task_id: '0123456789abcdef' } })
  })

  it('P35: does not take a file that another task brought under the same name, nor one that a person put there', async () => {
    const server = await serve(randomBytes(50_000))
    const other = await openTestFiles({ '/film.mkv': { body: randomBytes(50_000) } })
    closing.push(other.stop)
    const first = idOf(await box.act('start_task', { url: `${server.url}/film.mkv` }))
    await isDone(first)
    clear(join(box.root, 'film.mkv'))
    const second = idOf(await box.act('start_task', { url: `${other.url}/film.mkv` }))
    await isDone(second)
    expect(remaining()).toEqual(['film.mkv'])
    await remove(first, 1)
    expect(remaining()).toEqual(['film.mkv'])
    writeFileSync(join(box.root, 'film.mkv'), 'edited by a person')
    await remove(second, 1)
    expect(String(box.read('film.mkv'))).toBe('edited by a person')
  })

  itWithAria2('P35: does not follow a link out of the download root', async () => {
    const files = { 'a.mkv': randomBytes(5_000) }
    const { magnet } = await swarm('album', files)
    const id = idOf(await box.act('start_task', { url: magnet }))
    await isDone(id)
    renameSync(join(box.root, 'album'), join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), join(box.root, 'album'))
    await remove(id, 1)
    expect(existsSync(join(folder, 'elsewhere', 'a.mkv'))).toBe(true)
  })
})

describe('removing what is not finished', () => {
  it('stops it and clears its work folder, of a link', async () => {
    const server = await serve(randomBytes(3_000_000), 300_000)
    const id = idOf(await box.act('start_task', { url: `${server.url}/film.mkv` }))
    await until('it moves', async () => (await box.task(id)).down_size > 0)
    await remove(id, 0)
    expect(await box.downloads.engine.job(id)).toBeUndefined()
    expect(readdirSync(join(box.root, '.incoming'))).toEqual([])
    expect(remaining()).toEqual([])
    expect(await box.act('start_task', { url: `${server.url}/film.mkv` })).toMatchObject({ code: Code.ok })
  })

  it('does so without any aria2 too', async () => {
    await box.stop()
    box = await openTestBox({ folder, searchPath: '/nowhere', packaged: '' })
    const server = await serve(randomBytes(3_000_000), 300_000)
    const id = idOf(await box.act('start_task', { url: `${server.url}/film.mkv` }))
    await until('it moves', async () => (await box.task(id)).down_size > 0)
    await remove(id, 1)
    expect(readdirSync(join(box.root, '.incoming'))).toEqual([])
    const again = idOf(await box.act('start_task', { url: `${server.url}/film.mkv` }))
    server.hurry()
    await isDone(again)
    await remove(again, 1)
    expect(remaining()).toEqual([])
  })

  itWithAria2('takes the parts, the notes and the torrent of a magnet, and it can be added again', async () => {
    const files = { 'film.mkv': randomBytes(2_000_000), 'b/notes.txt': randomBytes(1_000) }
    const { magnet, infoHash } = await swarm('half', files, 200_000)
    const id = idOf(await box.act('start_task', { url: magnet }))
    await until('it moves', async () => (await box.task(id)).down_size > 100_000)
    const torrent = join(folder, 'station', 'torrents', `${infoHash}.torrent`)
    expect(existsSync(torrent)).toBe(true)
    await remove(id, 1)
    expect(remaining()).toEqual([])
    expect(existsSync(torrent)).toBe(false)
    expect(await box.downloads.engine.active()).toEqual([])
    expect(await box.act('start_task', { url: magnet })).toMatchObject({ code: Code.ok })
  })
})

describe('a magnet’s folder', () => {
  const files = { 'film.mkv': randomBytes(60_000), 'sub/a.srt': randomBytes(2_000), 'extra.mkv': randomBytes(9_000) }

  itWithAria2('P35: keeps the foreign files that lie in it, and goes where none does', async () => {
    const { magnet } = await swarm('shared', files)
    const id = idOf(await box.act('start_task', { url: magnet, select: [1, 2] }))
    await isDone(id)
    mkdirSync(join(box.root, 'shared', 'mine'))
    writeFileSync(join(box.root, 'shared', 'mine', 'own.txt'), 'mine')
    writeFileSync(join(box.root, 'neighbour.mkv'), 'theirs')
    await remove(id, 1)
    expect(remaining()).toEqual(['neighbour.mkv', 'shared', 'shared/mine', 'shared/mine/own.txt'])
  })

  itWithAria2('stays whole where the files are kept', async () => {
    const { magnet } = await swarm('kept', files)
    const id = idOf(await box.act('start_task', { url: magnet }))
    await isDone(id)
    await remove(id, 0)
    expect(remaining()).toEqual(['kept', 'kept/extra.mkv', 'kept/film.mkv', 'kept/sub', 'kept/sub/a.srt'])
  })

  itWithAria2('P35: is not touched by removing a task that never owned its files', async () => {
    const { magnet } = await swarm('theirs', files)
    mkdirSync(join(box.root, 'theirs'))
    writeFileSync(join(box.root, 'theirs', 'film.mkv'), randomBytes(60_000))
    const id = idOf(await box.act('start_task', { url: magnet }))
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
    const id = idOf(await box.act('start_task', { url }))
    await isDone(id)
    const first = await box.act('remove_task_and_file', { task_id: id, files: 1 }, 'the-removal')
    const again = idOf(await box.act('start_task', { url }))
    await isDone(again)
    expect(await box.act('remove_task_and_file', { task_id: id, files: 1 }, 'the-removal')).toEqual(first)
    expect(remaining()).toEqual(['film.mkv'])
    expect((await box.tasks()).map((task) => task.task_id)).toEqual([again])
  })

  itWithAria2('is finished when the engine is back, where it was away', async () => {
    const { magnet } = await swarm('away', { 'film.mkv': randomBytes(2_000_000) }, 200_000)
    const id = idOf(await box.act('start_task', { url: magnet }))
    await until('it moves', async () => (await box.task(id)).down_size > 50_000)
    process.kill(box.aria2Pid(), 'SIGKILL')
    await until('the engine is away', () => !box.downloads.engine.isUp())
    expect(await remove(id, 1)).toMatchObject({ code: Code.ok })
    expect(await box.tasks()).toEqual([])
    await until('its files are gone', () => remaining().length === 0)
  })
})

describe('the files of tasks', () => {
  const files = {
    'b 10.mkv': randomBytes(9_000),
    'b 2.MP4': randomBytes(8_000),
    'notes.txt': randomBytes(100),
    'left.avi': randomBytes(50),
  }

  itWithAria2('are claimed while open and when whole; the videos of a finished one are told with their place', async () => {
    const { magnet } = await swarm('season', files, 20_000)
    const id = idOf(await box.act('start_task', { url: magnet, select: [1, 2, 3] }))
    const { media, root } = { ...box.downloads, root: box.root }
    await until('the engine writes', () => existsSync(join(root, 'season')))
    await until('it is claimed', async () => (await media.claimOf(join(root, 'season', 'b 10.mkv'))) === 'open')
    expect(await box.act('get_media_files', { task_id: id })).toMatchObject({ code: Code.ok, data: {} })
    await isDone(id)
    expect(await media.claimOf(join(root, 'season', 'b 10.mkv'))).toBe('whole')
    expect(await media.claimOf(join(root, 'season', 'left.avi'))).toBe('open')
    expect(await media.claimOf(join(root, 'season', 'stranger.mkv'))).toBeUndefined()
    expect(await media.claimOf(join(root, '.incoming', 'x', 'a.mkv'))).toBe('open')
    expect(await media.claimOf('/etc/passwd')).toBeUndefined()
    const { data } = await box.act('get_media_files', { task_id: id })
    expect(data).toEqual({
      paths: [
        { url: `${id}/2`, name: 'b 2.MP4', suffix: 'mp4', icon: 'video', file_size: 8_000 },
        { url: `${id}/1`, name: 'b 10.mkv', suffix: 'mkv', icon: 'video', file_size: 9_000 },
      ],
    })
    expect(await media.mediaFile(`${id}/1`)).toBe(join(root, 'season', 'b 10.mkv'))
    for (const wrong of [`${id}/4`, `${id}/9`, `${id}/../1`, 'x/1', '']) expect(await media.mediaFile(wrong)).toBeUndefined()
    expect(await box.act('get_media_files', { task_id: 'nothing' })).toMatchObject({ code: TaskCode.notCreated })
  })

  it('of a link without a video have no paths', async () => {
    const server = await openTestFiles({ '/notes.txt': { body: Buffer.from('x') } })
    closing.push(server.stop)
    const id = idOf(await box.act('start_task', { url: `${server.url}/notes.txt` }))
    await isDone(id)
    expect((await box.act('get_media_files', { task_id: id })).data).toEqual({})
    expect(await box.downloads.media.claimOf(join(box.root, 'notes.txt'))).toBe('whole')
  })
})
