/** Several download folders, categories with a folder of their own, and files that are moved and renamed with their task. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { openDb } from '../../kit/db.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'

const own = { searchPath: '', packaged: '' }
const fixture = setUpDownloads()
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const { start, isDone } = fixture
let second: string

beforeEach(() => {
  // Another disk, where there is one.
  second = join(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'homeport-')), 'second disk')
  fixture.closing.push(() => rmSync(dirname(second), { recursive: true, force: true }))
})

const act = (name: string, data: object) => fixture.box.act(name, data)
const open = (parts = {}) => fixture.open({ folders: [second], ...parts })
const configNow = async () => DownloadConfig.parse((await act('get_download_config', {})).data)
const idsOf = async () => (await configNow()).folders.map(({ folder_id }) => folder_id)
const readSecond = (path: string) => (existsSync(join(second, path)) ? readFileSync(join(second, path)) : undefined)
const entries = (root: string) =>
  readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith('.incoming'))
    .toSorted()

describe('of several download folders', () => {
  it('the config names each with the space of its disk, and only these can be chosen', async () => {
    await open(own)
    const { folders, folder_id, download_path } = await configNow()
    expect(folders).toEqual([
      {
        folder_id: expect.stringMatching(/^[0-9a-f]{8}$/),
        name: 'downloads',
        path: fixture.box.root,
        free: expect.any(Number),
        total: expect.any(Number),
      },
      {
        folder_id: expect.stringMatching(/^[0-9a-f]{8}$/),
        name: 'second disk',
        path: second,
        free: expect.any(Number),
        total: expect.any(Number),
      },
    ])
    expect([folder_id, download_path]).toEqual(['', fixture.box.root])
    expect(await act('save_download_config', { folder_id: 'nowhere' })).toMatchObject({
      code: Code.invalid,
      data: { field: 'folder_id' },
    })
    expect(await act('save_download_config', { folder_id: folders[1]?.folder_id })).toMatchObject({
      data: { download_path: second },
    })
    expect(await act('start_task', { url: 'http://127.0.0.1:9/a', folder_id: 'nowhere' })).toMatchObject({
      code: TaskCode.noFolder,
    })
    // The settings of the machine no longer name it.
    await fixture.reopen({ ...own, folders: [] })
    expect(await configNow()).toMatchObject({ folder_id: '', download_path: fixture.box.root })
  })

  it('a link lies in the chosen one, and the same name in another is not in its way', async () => {
    await open(own)
    const [one, other] = [randomBytes(3_000), randomBytes(3_000)]
    const server = await fixture.serve({ '/a/film.mkv': { body: one }, '/b/film.mkv': { body: other } })
    const [, folder_id] = await idsOf()
    const first = await start(`${server.url}/a/film.mkv`)
    const later = await start({ url: `${server.url}/b/film.mkv`, folder_id, folder_path: 'Films/外语' })
    for (const id of [first, later]) await isDone(id)
    expect(fixture.box.read('film.mkv')?.equals(one)).toBe(true)
    expect(readSecond('Films/外语/film.mkv')?.equals(other)).toBe(true)
    expect(await fixture.box.task(later)).toMatchObject({ name: 'film.mkv', folder: 'second disk/Films/外语' })
    const { media } = fixture.box.downloads
    expect(await media.claimOf(join(second, 'Films/外语/film.mkv'))).toBe('whole')
    expect(await media.claimOf(join(second, 'film.mkv'))).toBe(undefined)
    expect(await media.mediaFile(`${later}/1`)).toBe(join(second, 'Films/外语/film.mkv'))
    await act('remove_task_and_file', { task_id: later, files: 1 })
    expect(entries(second)).toEqual([])
    expect(entries(fixture.box.root)).toEqual(['film.mkv'])
  })

  it('a category has a folder for its tasks, and what a start names goes before it', async () => {
    await open(own)
    const [firstId = '', folder_id = ''] = await idsOf()
    const films = { name: '电影', folder_id, folder_path: 'Films' }
    expect(await act('save_download_config', { categories: [films, films] })).toMatchObject({ code: Code.invalid })
    expect(await act('save_download_config', { categories: [{ ...films, folder_id: 'nowhere' }] })).toMatchObject({
      code: Code.invalid,
    })
    expect(await act('save_download_config', { categories: [films] })).toMatchObject({ data: { categories: [films] } })
    const server = await fixture.serve({ '/a.mkv': { body: randomBytes(10) }, '/b.mkv': { body: randomBytes(10) } })
    const inCategory = await start({ url: `${server.url}/a.mkv`, category: '电影' })
    const named = await start({ url: `${server.url}/b.mkv`, category: '电影', folder_id: firstId })
    for (const id of [inCategory, named]) await isDone(id)
    expect([entries(second), entries(fixture.box.root)]).toEqual([['Films', 'Films/a.mkv'], ['b.mkv']])
    expect(await fixture.box.task(named)).toMatchObject({ category: '电影' })
    await act('task_change', { task_ids: [named], category: 'Other' })
    await fixture.reopen({ ...own, folders: [second] })
    expect((await configNow()).categories).toEqual([films])
    expect(await fixture.box.task(named)).toMatchObject({ category: 'Other', folder: 'downloads' })
  })

  it('P35: a folder within it that leads elsewhere gets nothing', async () => {
    await fixture.open(own)
    const elsewhere = join(fixture.folder, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(fixture.box.root, 'link'))
    const server = await fixture.serve({ '/a.mkv': { body: randomBytes(10) } })
    const answer = await act('start_task', { url: `${server.url}/a.mkv`, folder_path: 'link/deep' })
    expect(answer).toMatchObject({ code: TaskCode.noFolder })
    expect(readdirSync(elsewhere)).toEqual([])
  })
})

describe('a task that is moved', () => {
  it('takes its finished file along, in its category’s folder or another one, and forgets nothing', async () => {
    await open(own)
    const body = randomBytes(300_000)
    const server = await fixture.serve({ '/film.mkv': { body } })
    const id = await start(`${server.url}/film.mkv`)
    await isDone(id)
    const [, folder_id] = await idsOf()
    expect(await act('task_move', { task_ids: [id], folder_id, folder_path: 'Films' })).toMatchObject({ data: { changed: 1 } })
    await until('it is there', async () => (await fixture.box.task(id)).folder === 'second disk/Films')
    await until('the move is over', async () => (await fixture.box.task(id)).wait === null)
    expect(readSecond('Films/film.mkv')?.equals(body)).toBe(true)
    expect(entries(fixture.box.root)).toEqual([])
    const { media } = fixture.box.downloads
    expect(await media.mediaFile(`${id}/1`)).toBe(join(second, 'Films/film.mkv'))
    expect(await media.claimOf(join(second, 'Films/film.mkv'))).toBe('whole')
    expect(await act('task_move', { task_ids: [id], folder_id, folder_path: 'Films' })).toMatchObject({ data: { changed: 0 } })
    expect(await act('task_move', { task_ids: [id], folder_id: 'nowhere' })).toMatchObject({ code: TaskCode.noFolder })
    expect(await act('task_move', { task_ids: ['nothing'], folder_id })).toMatchObject({ code: TaskCode.notCreated })
  })

  it('goes on where it was when it is not complete, and never replaces a file', async () => {
    await open(own)
    const body = randomBytes(3_000_000)
    writeFileSync(join(second, 'film.mkv'), 'somebody else’s')
    const server = await fixture.serve({ '/film.mkv': { body } }, { bytesPerSecond: 500_000 })
    const id = await start(`${server.url}/film.mkv`)
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 200_000)
    const [, folder_id] = await idsOf()
    await act('task_move', { task_ids: [id], folder_id })
    await until('it runs there', async () => (await fixture.box.task(id)).folder === 'second disk')
    await until('it goes on', async () => server.requests.some(({ range }) => range !== ''))
    server.hurry()
    await isDone(id)
    expect(readSecond('film (2).mkv')?.equals(body)).toBe(true)
    expect(String(readSecond('film.mkv'))).toBe('somebody else’s')
    expect(readdirSync(join(fixture.box.root, '.incoming'))).toEqual([])
  })

  it('P37: that was interrupted at any step is whole at one place afterwards', async () => {
    await open(own)
    const [, folder_id = ''] = await idsOf()
    const body = randomBytes(50_000)
    const server = await fixture.serve({ '/a.mkv': { body }, '/b.mkv': { body }, '/c.mkv': { body } })
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push(await start(`${server.url}/${name}.mkv`))
    for (const id of ids) await isDone(id)
    const firstId = (await idsOf())[0]
    await fixture.box.stop()
    // As a kill leaves it: nothing done yet; copied and not stored; stored and not cleaned up.
    const db = await openDb(join(fixture.folder, 'station', 'station.db'), migrations)
    const moving = (name: string, step: string) =>
      JSON.stringify({ step, folder_id, folder_path: '', path: `${name}.mkv`, old: { folder_id: firstId, path: `${name}.mkv` } })
    const put = (id = '', change: object) => db.updateTable('task').set(change).where('task_id', '=', id).execute()
    await put(ids[0], { moving_to: moving('a', 'copy') })
    await put(ids[1], { moving_to: moving('b', 'copy') })
    writeFileSync(join(second, 'b.mkv'), body)
    await put(ids[2], { moving_to: moving('c', 'clean'), folder_id })
    writeFileSync(join(second, 'c.mkv'), body)
    await db.destroy()
    await open(own)
    for (const id of ids) await until('it is moved', async () => (await fixture.box.task(id)).wait === null)
    expect(entries(fixture.box.root)).toEqual([])
    expect(entries(second)).toEqual(['a.mkv', 'b.mkv', 'c.mkv'])
    for (const id of ids) expect(await fixture.box.task(id)).toMatchObject({ is_done: true, folder: 'second disk' })
  })

  it('stays where it was if the other folder cannot take it', async () => {
    await open(own)
    const body = randomBytes(10_000)
    const server = await fixture.serve({ '/film.mkv': { body } })
    const id = await start(`${server.url}/film.mkv`)
    await isDone(id)
    const [, folder_id] = await idsOf()
    writeFileSync(join(second, 'blocked'), '')
    const refused = { code: TaskCode.noFolder, data: { reason: 'no_folder' } }
    expect(await act('task_move', { task_ids: [id], folder_id, folder_path: 'blocked/deep' })).toMatchObject(refused)
    expect(fixture.box.read('film.mkv')?.equals(body)).toBe(true)
    expect(await fixture.box.task(id)).toMatchObject({ folder: 'downloads', is_done: true, wait: null })
  })
})

describe('a task that is renamed', () => {
  it('has its new name on the disk, unless a file of that name is there', async () => {
    await open(own)
    const body = randomBytes(200_000)
    const server = await fixture.serve({ '/film.mkv': { body }, '/other.mkv': { body } }, { bytesPerSecond: 400_000 })
    const [id, other] = [await start(`${server.url}/film.mkv`), await start(`${server.url}/other.mkv`)]
    expect(await act('task_rename', { task_id: id, name: '电影.mkv' })).toMatchObject({
      code: Code.ok,
      data: { name: '电影.mkv' },
    })
    for (const one of [id, other]) await isDone(one)
    expect(await fixture.box.task(id)).toMatchObject({ name: '电影.mkv' })
    expect(entries(fixture.box.root)).toEqual(['other.mkv', '电影.mkv'])
    expect(await act('task_rename', { task_id: id, name: 'other.mkv' })).toMatchObject({
      code: TaskCode.noFolder,
      data: { reason: 'exists' },
    })
    expect(await act('task_rename', { task_id: id, name: 'Film.mkv' })).toMatchObject({ data: { name: 'Film.mkv' } })
    expect(entries(fixture.box.root)).toEqual(['Film.mkv', 'other.mkv'])
    expect(await fixture.box.downloads.media.mediaFile(`${id}/1`)).toBe(join(fixture.box.root, 'Film.mkv'))
    for (const name of ['', '..', 'a/b', 'x'.repeat(256)])
      expect(await act('task_rename', { task_id: id, name })).toMatchObject({ code: Code.invalid, data: { field: 'name' } })
  })
})

itFromPeers('a torrent lies in the chosen folder; renamed and moved while it runs it takes its pieces along', async () => {
  await open()
  const files = { 'film.mkv': randomBytes(1_500_000), 'sub/text.srt': randomBytes(2_000) }
  const { magnet } = await fixture.swarm('Its Own Name', files, 300_000)
  const [, folder_id] = await idsOf()
  const id = await start({ url: magnet, folder_path: 'Films' })
  await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
  // Transmission keeps the first megabytes in memory.
  if (fixture.program?.kind !== 'transmission') expect(entries(fixture.box.root)).toContain('Films/Its Own Name/film.mkv')
  expect(await act('task_rename', { task_id: id, name: 'Better' })).toMatchObject({ data: { name: 'Better' } })
  expect(entries(fixture.box.root)).toContain('Films/Better/film.mkv')
  await act('task_move', { task_ids: [id], folder_id, folder_path: '外语' })
  await until('it is there', async () => (await fixture.box.task(id)).folder === 'second disk/外语')
  expect((await fixture.box.task(id)).down_size).toBeGreaterThan(0)
  await isDone(id)
  expect(entries(second)).toEqual(['外语', '外语/Better', '外语/Better/film.mkv', '外语/Better/sub', '外语/Better/sub/text.srt'])
  expect(readSecond('外语/Better/film.mkv')?.equals(files['film.mkv'])).toBe(true)
  expect(entries(fixture.box.root)).toEqual([])
})

it('P42: a move that can neither end nor be taken back holds up no other', async () => {
  const server = await fixture.serve({ '/a.mkv': { body: randomBytes(5_000) }, '/b.mkv': { body: randomBytes(5_000) } })
  await open(own)
  const [, folder_id] = await idsOf()
  const ids = [await start(`${server.url}/a.mkv`), await start(`${server.url}/b.mkv`)]
  for (const id of ids) await isDone(id)
  await fixture.box.db
    .updateTable('task')
    .set({ moving_to: 'of a damaged row' })
    .where('task_id', '=', ids[0] ?? '')
    .execute()
  await act('task_move', { task_ids: [ids[1]], folder_id })
  await until('the other one is moved', () => readSecond('b.mkv') !== undefined)
  expect(fixture.box.faults.splice(0).length).toBeGreaterThan(0)
})
