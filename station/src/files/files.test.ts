/** The files of a box on real folders: looking, changing, to a phone and from it. Promise 35: nothing outside the allowed folders is reached. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { fileDownload, fileJob, fileList, fileUpload, fileUploadPart } from '@homeport/contract/files.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { createAnswerer } from '../kit/connection/answer.ts'
import { openDb, type Db } from '../kit/db.ts'
import { createEventBus } from '../shared/event-bus.ts'
import { folderIdOf } from '../shared/folder-id.ts'
import { inboxStore } from '../kit/connection/inbox.store.ts'
import { metaStore } from '../kit/meta.store.ts'
import { createRecycleBin, type RecycleBin } from '../movie/recycle-bin/recycle-bin.ts'
import { recycleBinStore } from '../movie/recycle-bin/recycle-bin.store.ts'
import { until } from '../../../testing/until.ts'
import { canMount, mountSmallDisk } from '../testing/disk.ts'
import { aTaskRow } from '../testing/task-row.ts'
import { filesFeature, type FilesFeature } from './feature.ts'

let folder: string
let films: string
let music: string
let series: string
let db: Db
let files: FilesFeature
let bin: RecycleBin
let blobs: Map<string, Buffer>
let members: Set<string>
let time: number
let number = 0
const events = createEventBus()
const faults: unknown[] = []
const onFault = (fault: unknown) => void faults.push(fault)
const closing: (() => unknown)[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-files-'))
  films = join(folder, 'Films')
  music = join(folder, 'Music')
  series = join(folder, 'Series')
  for (const path of [films, music, series, join(folder, 'secret')]) mkdirSync(path)
  writeFileSync(join(folder, 'secret', 'key'), 'secret')
  db = await openDb(join(folder, 'station.db'), migrations)
  blobs = new Map()
  members = new Set(['anna'])
  time = Date.now()
  await openFiles()
})
afterEach(async () => {
  expect(faults.splice(0)).toEqual([])
  for (const close of closing.splice(0)) await close()
  await files.stop?.()
  await db.destroy()
  rmSync(folder, { recursive: true })
})

async function openFiles(writesLibrary = false): Promise<void> {
  bin = createRecycleBin({ store: recycleBinStore(db), scan: async () => {}, now: () => time, onFault })
  files = await filesFeature({
    db,
    meta: metaStore(db),
    events,
    downloads: [films, series],
    library: [music],
    writesLibrary,
    toBin: bin.deletePath,
    scan: async () => {},
    blobOf: async (_, id) => blobs.get(id),
    putBlob: async (_, id, bytes) => void blobs.set(id, bytes),
    isMember: (_, user) => members.has(user),
    address: () => 'http://box:1',
    httpsPort: () => 8743,
    now: () => time,
    elapsed: () => time,
    onFault,
  })
}

async function act(name: string, data: unknown, user_id = 'anna') {
  const handlers = files.acts ?? []
  const answerer = createAnswerer({
    devsn: 'BOX',
    handlers,
    inbox: inboxStore(db),
    now: () => time,
    onFault: (_, fault) => faults.push(fault),
  })
  const from = { user_id, role: 'owner' as const, name: user_id }
  const { code, data: answer } = await answerer.take(
    { id: `${(number += 1)}`, act: name, data, realm: 'en', from, expiresAt: Infinity },
    0,
  )
  return { code, data: answer }
}
const root = () => folderIdOf(films)
const at = (...names: string[]) => [root(), ...names].join('/')
const list = async (input: Record<string, unknown> = {}) =>
  fileList.output.parse((await act('file_list', { path: root(), ...input })).data)
const namesOf = async (input: Record<string, unknown> = {}) => (await list(input)).entries.map(({ name }) => name)
function put(...names: string[]): string {
  const path = join(films, ...names)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, names.at(-1) ?? '')
  return path
}
async function ended(reply: { code: number; data: unknown }) {
  expect(reply.code).toBe(Code.ok)
  const { job_id } = fileJob.input.parse(reply.data)
  const read = async () => fileJob.output.parse((await act('file_job', { job_id })).data)
  await until('the job has ended', async () => (await read()).state !== 'running')
  return read()
}

it('lists the allowed folders, then their entries: folders first, numbers in order, every script, nothing hidden', async () => {
  expect((await act('file_list', {})).data).toMatchObject({
    entries: [
      { name: 'Films', kind: 'folder', path: root() },
      { name: 'Series', kind: 'folder', path: folderIdOf(series) },
      { name: 'Music', kind: 'folder', path: folderIdOf(music) },
    ],
    can_write: false,
  })
  for (const name of ['Part 10.mkv', 'part 2.mkv', '流浪地球.mkv', 'press.zip', 'x.srt', '.hidden', 'open.iso.aria2']) put(name)
  put('Extras', 'one.mp4')
  utimesSync(join(films, 'x.srt'), 1_600_000_000, 1_600_000_000)
  const page = await list()
  expect(page.entries.map(({ name, kind }) => [name, kind])).toEqual([
    ['Extras', 'folder'],
    ['流浪地球.mkv', 'video'],
    ['part 2.mkv', 'video'],
    ['Part 10.mkv', 'video'],
    ['press.zip', 'archive'],
    ['x.srt', 'txt'],
  ])
  expect(page).toMatchObject({ names: ['Films'], total: 6, next: '', can_write: true })
  expect(page.entries[0]).toMatchObject({ items: 1, size: 'one.mp4'.length })
  expect(page.entries.at(-1)).toMatchObject({ modified_at: 1_600_000_000, size: 5, task_id: '', movie_id: '' })
  expect(page.free).toBeGreaterThan(0)
  expect((await namesOf({ sort: 'modified' }))[1]).toBe('x.srt')
  expect(await namesOf({ q: 'ONE' })).toEqual(['one.mp4'])
  expect((await list({ q: 'one' })).entries[0]?.path).toBe('Extras/one.mp4')
})

it('a name that is not UTF-8 is read in its encoding, and can be renamed, moved and deleted', async () => {
  const raw = Buffer.concat([Buffer.from(`${films}/`), Buffer.from([0xb0, 0xd7, 0xc9, 0xdf]), Buffer.from('.mkv')])
  writeFileSync(raw, 'snake')
  expect(await namesOf()).toEqual(['白蛇.mkv'])
  expect(await act('file_rename', { path: at('白蛇.mkv'), name: '白蛇：缘起.mkv' })).toMatchObject({ code: Code.ok })
  expect(readFileSync(join(films, '白蛇：缘起.mkv'), 'utf8')).toBe('snake')
  writeFileSync(raw, 'again')
  await ended(await act('file_delete', { paths: [at('白蛇.mkv')] }))
  expect(await namesOf()).toEqual(['白蛇：缘起.mkv'])
  const [entry] = (await bin.list(9, 0)).data
  await bin.restore(entry?.id ?? '')
  expect(readFileSync(join(films, '白蛇.mkv'), 'utf8')).toBe('again')
})

it('promise 35: no path and no link leads out of the allowed folders', async () => {
  put('a.txt')
  symlinkSync(join(folder, 'secret'), join(films, 'out'))
  symlinkSync(join(films, 'a.txt'), join(films, 'in'))
  expect(await namesOf()).toEqual(['a.txt', 'in'])
  for (const path of [
    at('..'),
    at('..', 'secret', 'key'),
    at('out'),
    at('out', 'key'),
    'x/secret',
    `${root()}//etc`,
    at('.', 'a.txt'),
    'etc/passwd',
    '/etc',
  ])
    for (const name of ['file_list', 'file_download', 'file_rename', 'file_delete'])
      expect([name, path, (await act(name, { path, paths: [path], name: 'b' })).code]).toEqual([name, path, Code.notFound])
  for (const name of ['../b', 'a/b', '..', '', 'x'.repeat(256), 'a\nb'])
    expect(await act('file_rename', { path: at('a.txt'), name })).toMatchObject({ code: Code.invalid, data: { field: 'name' } })
  expect(readdirSync(join(folder, 'secret'))).toEqual(['key'])
})

it.each(['folder_make', 'file_rename', 'file_upload'])('P35: %s gives no name that nobody would see again', async (act_name) => {
  put('a.mkv')
  for (const name of ['.gone', '.', '..', 'film.aria2', '.aria2', '.homeport-part-x'])
    expect(await act(act_name, { path: act_name === 'file_rename' ? at('a.mkv') : root(), name, size: 1 })).toMatchObject({
      code: Code.invalid,
      data: { field: 'name' },
    })
  expect(readdirSync(films)).toEqual(['a.mkv'])
})

it('makes, renames, moves and copies; nothing is replaced, and each refusal names its reason', async () => {
  put('a.txt')
  put('b.txt')
  put('Sub', 'a.txt')
  expect(await act('folder_make', { path: root(), name: 'New' })).toMatchObject({ code: Code.ok, data: { path: at('New') } })
  expect(await act('folder_make', { path: root(), name: 'New' })).toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'exists' },
  })
  expect(await act('file_rename', { path: at('a.txt'), name: 'b.txt' })).toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'exists', name: 'b.txt' },
  })
  expect(readFileSync(join(films, 'b.txt'), 'utf8')).toBe('b.txt')
  const moved = await ended(await act('file_move', { paths: [at('a.txt'), at('b.txt')], to: at('Sub') }))
  expect(moved).toMatchObject({ state: 'done', failed: [{ reason: 'exists', name: 'a.txt' }] })
  expect([existsSync(join(films, 'a.txt')), existsSync(join(films, 'Sub', 'b.txt'))]).toEqual([true, true])
  expect(await ended(await act('file_move', { paths: [at('Sub')], to: at('Sub') }))).toMatchObject({
    failed: [{ reason: 'into_itself' }],
  })
  const copied = await ended(await act('file_copy', { paths: [at('Sub'), at('a.txt')], to: at('New') }))
  expect(copied).toMatchObject({ failed: [], done: 15, total: 15 })
  expect(readFileSync(join(films, 'New', 'Sub', 'b.txt'), 'utf8')).toBe('b.txt')
  expect(await act('file_rename', { path: folderIdOf(music), name: 'x' })).toMatchObject({ data: { reason: 'read_only' } })
  expect(readdirSync(join(films, 'New'))).toEqual(['Sub', 'a.txt'])
})

it('library folders are changed only with HOMEPORT_LIBRARY_WRITE', async () => {
  writeFileSync(join(music, 'song.mp3'), 'la')
  const path = `${folderIdOf(music)}/song.mp3`
  expect(await list({ path: folderIdOf(music) })).toMatchObject({ can_write: false })
  expect(await act('file_rename', { path, name: 'b.mp3' })).toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'read_only' },
  })
  expect(await act('file_move', { paths: [path], to: root() })).toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'read_only' },
  })
  await openFiles(true)
  expect(await act('file_rename', { path, name: 'b.mp3' })).toMatchObject({ code: Code.ok })
})

it.each([
  { of: 'the first download folder', id: () => '' },
  { of: 'the first download folder by its id', id: () => folderIdOf(films) },
  { of: 'another download folder', id: () => folderIdOf(series) },
])('what an unfinished download writes in $of is left alone, and the same path of another folder is not', async ({ id }) => {
  const folder_id = id()
  const isOther = folder_id === folderIdOf(series)
  for (const dir of [films, series]) {
    mkdirSync(join(dir, 'Show'))
    writeFileSync(join(dir, 'Show', 'one.mkv'), 'film')
  }
  await db
    .insertInto('task')
    .values({ ...aTaskRow, folder_id })
    .execute()
  await db
    .insertInto('task_file')
    .values({ task_id: aTaskRow.task_id, file_index: 1, path: 'Show/one.mkv', size: 9, is_selected: 1, is_adopted: 0 })
    .execute()
  const [own, other] = isOther ? [folderIdOf(series), root()] : [root(), folderIdOf(series)]
  expect((await list({ path: `${own}/Show` })).entries[0]).toMatchObject({ task_id: aTaskRow.task_id, is_part: true })
  expect((await list({ path: `${other}/Show` })).entries[0]).toMatchObject({ task_id: '', is_part: false })
  for (const path of [`${own}/Show`, `${own}/Show/one.mkv`])
    expect(await act('file_delete', { paths: [path] })).toMatchObject({ code: Code.notAllowed, data: { reason: 'in_use' } })
  expect((await ended(await act('file_delete', { paths: [`${other}/Show`] }))).failed).toEqual([])
  await db.updateTable('task').set({ status: 2 }).execute()
  expect((await ended(await act('file_delete', { paths: [`${own}/Show`] }))).failed).toEqual([])
  expect((await bin.list(9, 0)).data.map(({ path }) => path)).toEqual(['Show', 'Show'])
})

it.skipIf(!canMount)(
  `a folder is moved to another disk whole, and a copy without room leaves nothing behind${canMount ? '' : ' (skipped: only root may mount a small disk)'}`,
  async () => {
    put('Show', 'one.mkv')
    put('Show', 'Extras', 'two.mkv')
    const disk = join(films, 'disk')
    closing.push(mountSmallDisk(disk, 80))
    const small = await ended(await act('file_move', { paths: [at('Show')], to: at('disk') }))
    expect(small).toMatchObject({ failed: [], state: 'done' })
    expect([existsSync(join(films, 'Show')), existsSync(join(disk, 'Show', 'Extras', 'two.mkv'))]).toEqual([false, true])
    writeFileSync(join(films, 'large.mkv'), Buffer.alloc(40 * 1024 * 1024))
    const large = await ended(await act('file_move', { paths: [at('large.mkv')], to: at('disk') }))
    expect(large.failed).toEqual([{ reason: 'no_space', name: 'large.mkv' }])
    expect([existsSync(join(films, 'large.mkv')), readdirSync(disk)]).toEqual([true, ['Show']])
  },
)

it('a phone in the house takes a file with ranges, or several as one zip, by a ticket that ends', async () => {
  put('a.txt')
  put('Show', '白蛇.mkv')
  const server = http.createServer(
    (request, response) => void files.download(request, response, request.url?.split('/').at(-1) ?? ''),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const issue = async (...paths: string[]) => {
    const { url, name } = fileDownload.output.parse((await act('file_download', { paths })).data)
    return { url: url.replace('http://box:1', base), name }
  }
  const one = await issue(at('Show', '白蛇.mkv'))
  const part = await fetch(one.url, { headers: { range: 'bytes=2-4' } })
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-disposition')]).toEqual([
    206,
    'bytes 2-4/10',
    `attachment; filename*=UTF-8''${encodeURIComponent('白蛇.mkv')}`,
  ])
  const zip = await issue(at('a.txt'), at('Show'))
  expect(storedIn(Buffer.from(await (await fetch(zip.url)).arrayBuffer()))).toEqual([
    ['a.txt', 'a.txt'],
    ['Show/白蛇.mkv', '白蛇.mkv'],
  ])
  members.clear()
  expect((await fetch(one.url)).status).toBe(404)
  members.add('anna')
  expect((await fetch(one.url)).status).toBe(200)
  time += 600_001
  expect((await fetch(one.url)).status).toBe(404)
  expect((await fetch(`${base}/file/wrong`)).status).toBe(404)
})

it('a small file comes as a blob to a phone that is away', async () => {
  put('a.txt')
  const answer = fileDownload.output.parse((await act('file_download', { paths: [at('a.txt')], is_away: true })).data)
  expect([answer.url, blobs.get(answer.blob)?.toString()]).toEqual(['', 'a.txt'])
})

it('a file from a phone arrives in parts, goes on after a break and a restart, and is seen only when it is whole', async () => {
  const bytes = Buffer.from('twelve bytes')
  const begin = async () =>
    fileUpload.output.parse((await act('file_upload', { path: root(), name: 'u.mkv', size: bytes.length })).data)
  const { upload_id } = await begin()
  const send = async (from: number, to: number, user = 'anna') => {
    blobs.set(`${from}`, bytes.subarray(from, to))
    return act('file_upload_part', { upload_id, at: from, blob: `${from}` }, user)
  }
  expect((await send(0, 5)).data).toEqual({ at: 5, is_done: false })
  expect((await send(0, 5)).data).toEqual({ at: 5, is_done: false })
  expect((await send(8, 12)).data).toEqual({ at: 5, is_done: false })
  expect((await send(5, 9, 'eve')).code).toBe(Code.notFound)
  expect(await namesOf()).toEqual([])
  await openFiles()
  expect(await begin()).toEqual({ upload_id, at: 5, path: at('u.mkv') })
  expect((await send(5, 12)).data).toEqual({ at: 12, is_done: true })
  expect(readFileSync(join(films, 'u.mkv'), 'utf8')).toBe('twelve bytes')
  expect(await act('file_upload', { path: root(), name: 'u.mkv', size: 3 })).toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'exists' },
  })
  expect((await send(12, 12)).code).toBe(Code.notFound)
  const other = fileUpload.output.parse((await act('file_upload', { path: root(), name: 'v.mkv', size: 9 })).data)
  expect(
    fileUploadPart.output.parse((await act('file_upload_part', { upload_id: other.upload_id, at: 0, cancel: true })).data),
  ).toEqual({ at: 0, is_done: false })
  expect(readdirSync(films)).toEqual(['u.mkv'])
  await act('file_upload', { path: root(), name: 'w.mkv', size: 9 })
  time += 8 * 86_400_000
  files.slowTick?.()
  await expect.poll(() => readdirSync(films)).toEqual(['u.mkv'])
})

it('P43: twenty thousand entries come page by page in one order, read once for all who ask at once', async () => {
  for (let index = 0; index < 20_000; index += 1) writeFileSync(join(films, `clip ${index}.mkv`), '')
  const short = list({ path: folderIdOf(series) })
  const [first, again] = await Promise.all([list({ limit: 200 }), list({ limit: 200 })])
  expect([again.next, (await short).total]).toEqual([first.next, 0])
  const second = await list({ limit: 200, next: first.next })
  expect(first.total).toBe(20_000)
  expect([...first.entries, ...second.entries].map(({ name }) => name)).toEqual(
    Array.from({ length: 400 }, (_, index) => `clip ${index}.mkv`),
  )
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(48 * 1024)
})

/** Name and content of each entry of a zip without compression, by its central directory. */
function storedIn(zip: Buffer): [string, string][] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [size, nameLength, extraLength, commentLength] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    expect(zip.readUInt16LE(at + 10)).toBe(0)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + extraLength + commentLength
    return [name, zip.toString('utf8', from, from + size)]
  })
}
