/** Disks that cannot hold every name, as exFAT, FAT and Windows shares: names are made to fit before the first byte, and what is answered has happened. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { itWithAria2 } from '../../testing/engine.ts'
import { bencode } from '../../testing/swarm.ts'
import { fitName, fitPath, pathKey, probeNames, variantsOf, type DiskNames, shortened } from '../folder/disk-names.ts'

const wide: DiskNames = { hasSigns: true, hasEnds: true, letters: 'all', isCaseless: false, nameMaxBytes: 255 }
const narrow: DiskNames = { hasSigns: false, hasEnds: false, letters: 'all', isCaseless: true, nameMaxBytes: 255 }
const own = { searchPath: '', packaged: '' }

let mountPoints: (string | undefined)[] = []
let blob: Buffer = Buffer.alloc(0)
const fixture = setUpDownloads({
  blobOf: async () => blob,
  // The first folder is wide, a second one narrow, unless a test says otherwise.
  probe: async (root) => (root.includes('narrow') ? narrow : wide),
  mountPointOf: async () => (mountPoints.length > 0 ? mountPoints.shift() : '/'),
})
const { start, isDone } = fixture
const act = (name: string, data: unknown) => fixture.box.act(name, data)
const second = () => join(fixture.folder, 'narrow')
const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex')
/** Paths below a folder with the hash of each file. */
const onDisk = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.incoming'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), hash(readFileSync(path))]),
  )

async function openNarrow(parts: object = own): Promise<string> {
  await fixture.open({ ...parts, folders: [second()] })
  return fixture.box.downloads.folders.list[1]?.folder_id ?? ''
}

describe('a name', () => {
  // Microsoft, "Naming Files, Paths, and Namespaces"; the exFAT specification, 7.7.3 (invalid characters of file names).
  test.each([
    ['film: part 1?.mkv', 'film_ part 1_.mkv'],
    ['a|b<c>d*e"f\\g.mkv', 'a_b_c_d_e_f_g.mkv'],
    ['CON.mkv', 'CON_.mkv'],
    ['con', 'con_'],
    ['lpt1.tar.gz', 'lpt1_.tar.gz'],
    ['aux.mkv.torrent', 'aux_.mkv.torrent'],
    ['NUL .txt', 'NUL_ .txt'],
    ['com¹.log', 'com¹_.log'],
    ['CONOUT$', 'CONOUT$_'],
    ['Conan.mkv', 'Conan.mkv'],
    ['Show . ', 'Show'],
    ['...', '_'],
    ['流浪：地球.mkv', '流浪：地球.mkv'],
    ['', ''],
  ])('"%s" is "%s" on a narrow disk, and as it is on a wide one', (name, fitted) => {
    expect(fitName(name, narrow)).toBe(fitted)
    expect(fitName(name, wide)).toBe(name)
  })

  test('is shortened to what the disk takes, with its suffix and between two letters', () => {
    // A suffix that is most of the name is none.
    expect(shortened(`aaaa.${'影'.repeat(16)}`, 40)).toBe(`aaaa.${'影'.repeat(11)}`)
    const long = `${'流'.repeat(90)}.mkv`
    expect(fitName(long, { ...wide, nameMaxBytes: 143 })).toBe(`${'流'.repeat(46)}.mkv`)
    const [first, other] = variantsOf(`a/${'x'.repeat(251)}.mkv`, 'file', wide)
    expect([first, other]).toEqual([`a/${'x'.repeat(251)}.mkv`, `a/${'x'.repeat(247)} (2).mkv`])
    expect(fitPath('Films: new/CON/a?.mkv', narrow)).toBe('Films_ new/CON_/a_.mkv')
  })

  test.each([
    ['Amélie 😀.mkv', 'Amélie _.mkv', 'Amelie _.mkv'],
    ['流浪地球 2.mkv', '流浪地球 2.mkv', '____ 2.mkv'],
    ['Łódź.mkv', 'Łódź.mkv', '_odz.mkv'],
    ['plain.mkv', 'plain.mkv', 'plain.mkv'],
  ])('%s has the letters that the disk has', (name, bmp, ascii) => {
    expect(fitName(name, { ...wide, letters: 'bmp' })).toBe(bmp)
    expect(fitName(name, { ...wide, letters: 'ascii' })).toBe(ascii)
    expect(fitName(name, wide)).toBe(name)
  })

  test('that is cut ends with no dot or blank either, and a number fits behind one whose end is no suffix', () => {
    expect(fitName(`${'x'.repeat(253)}. y`, narrow)).toBe('x'.repeat(253))
    expect(fitName(`${'x'.repeat(253)}. y`, wide)).toBe(`${'x'.repeat(253)}. `)
    const [, other] = variantsOf(`Dr.${'流'.repeat(84)}`, 'file', wide)
    expect(other).toBe(`Dr.${'流'.repeat(82)} (2)`)
  })

  test('P54: a path fits whatever its folders are, and keeps the suffix of its file', () => {
    for (const path of [`${`${'流'.repeat(60)}/`.repeat(40)}film.mkv`, `${'d/'.repeat(5_000)}film.mkv`, 'x/'.repeat(2_000)]) {
      const fitted = fitPath(path, wide)
      expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(3_000)
      expect(fitted.split('/').slice(0, -1)).not.toContain('')
      expect(fitted.endsWith('film.mkv')).toBe(path.endsWith('film.mkv'))
    }
    expect(fitPath('/a/b.mkv', wide)).toBe('/a/b.mkv')
  })

  test('P43: however long it is, it is read once', () => {
    expect(fitName(`${'. '.repeat(100_000)}x.mkv`, narrow)).toHaveLength(narrow.nameMaxBytes)
  })

  test('is the same file in other letters only where the disk says so', () => {
    expect(pathKey('a/ReadMe', narrow)).toBe(pathKey('A/readme', narrow))
    expect(pathKey('Straße', narrow)).toBe(pathKey('STRASSE', narrow))
    expect(pathKey('a/ReadMe', wide)).not.toBe(pathKey('A/readme', wide))
  })

  test('of every kind is tried on the disk itself, which is left as it was', async () => {
    const folder = mkdtempSync(join(os.tmpdir(), 'homeport-names-'))
    expect(await probeNames(folder, 'new')).toEqual(wide)
    expect(readdirSync(folder)).toEqual([])
    writeFileSync(join(folder, 'file'), '')
    await expect(probeNames(join(folder, 'file'), 'new')).rejects.toThrow()
    rmSync(folder, { recursive: true })
  })

  test('whose trial was killed in the middle is tried anew, and nothing of either stays', async () => {
    const folder = mkdtempSync(join(os.tmpdir(), 'homeport-names-'))
    mkdirSync(join(folder, 'work', 'names-left'), { recursive: true })
    writeFileSync(join(folder, 'work', 'names-left', 'dot.'), '')
    expect(await probeNames(folder, 'work')).toEqual(wide)
    expect(readdirSync(join(folder, 'work'))).toEqual([])
    rmSync(folder, { recursive: true })
  })
})

it('P54: a link is on the disk under a name that it holds, before the first byte, and its row says so', async () => {
  const folder_id = await openNarrow()
  const [body, other] = [randomBytes(400_000), randomBytes(10)]
  const headers = { 'content-disposition': 'attachment; filename="film: part 1?.mkv"' }
  const server = await fixture.serve({ '/a': { body, headers }, '/b.mkv': { body: other } }, { bytesPerSecond: 300_000 })
  const id = await start({ url: `${server.url}/a`, folder_id, folder_path: 'Films: new/CON' })
  await until('its name is known', async () => (await fixture.box.task(id)).name === 'film_ part 1_.mkv')
  expect(await fixture.box.task(id)).toMatchObject({ is_done: false, folder: 'narrow/Films_ new/CON_' })
  server.hurry()
  await isDone(id)
  const named = await start({ url: `${server.url}/b.mkv`, folder_id, name: 'my: own?.mkv' })
  await isDone(named)
  expect(onDisk(second())).toEqual({ 'Films_ new/CON_/film_ part 1_.mkv': hash(body), 'my_ own_.mkv': hash(other) })
  expect(await act('task_rename', { task_id: named, name: 'new: name?.bin' })).toMatchObject({
    code: Code.ok,
    data: { name: 'new_ name_.bin' },
  })
  expect(onDisk(second())).toMatchObject({ 'new_ name_.bin': hash(other) })
  expect((await fixture.box.task(named)).name).toBe('new_ name_.bin')
})

it('P54: a move to such a disk changes the name, and one that cannot be is refused', async () => {
  const folder_id = await openNarrow()
  const body = randomBytes(1_000)
  const server = await fixture.serve({ '/a': { body, headers: { 'content-disposition': 'attachment; filename="a: b.mkv"' } } })
  const id = await start(`${server.url}/a`)
  await isDone(id)
  expect(onDisk(fixture.box.root)).toEqual({ 'a: b.mkv': hash(body) })
  const tooLong = `${'x'.repeat(200)}/${'y'.repeat(300)}`
  expect(await act('task_move', { task_ids: [id], folder_id: '', folder_path: tooLong })).toMatchObject({ code: Code.ok })
  await until('it is there', async () => (await fixture.box.task(id)).wait === null)
  expect(Object.keys(onDisk(fixture.box.root))).toEqual([`${'x'.repeat(200)}/${'y'.repeat(255)}/a: b.mkv`])
  await act('task_move', { task_ids: [id], folder_id })
  await until('it is there', async () => (await fixture.box.task(id)).folder === 'narrow')
  await until('the move is over', async () => (await fixture.box.task(id)).wait === null)
  expect(onDisk(second())).toEqual({ 'a_ b.mkv': hash(body) })
  expect(onDisk(fixture.box.root)).toEqual({})
  expect((await fixture.box.task(id)).name).toBe('a_ b.mkv')
  // The folder goes between the question and the act.
  mountPoints = ['/', undefined, '/']
  expect(await act('task_rename', { task_id: id, name: 'c.mkv' })).toMatchObject({
    code: TaskCode.noFolder,
    data: { reason: 'no_folder' },
  })
  mountPoints = []
  expect((await fixture.box.task(id)).name).toBe('a_ b.mkv')
  expect(onDisk(second())).toEqual({ 'a_ b.mkv': hash(body) })
  rmSync(join(second(), 'a_ b.mkv'))
  expect(await act('task_rename', { task_id: id, name: 'c.mkv' })).toMatchObject({ data: { reason: 'not_found' } })
  expect(await act('task_move', { task_ids: [id], folder_id: '' })).toMatchObject({ data: { changed: 0 } })
})

describe('a torrent', () => {
  const twins = {
    'ReadMe.txt': randomBytes(10),
    'readme.txt': randomBytes(10),
    'what?.mkv': randomBytes(70_000),
    'what*.mkv': randomBytes(70_000),
    'sub: one/README.TXT': randomBytes(20),
  }
  const fitted = (top: string) => ({
    [`${top}/ReadMe.txt`]: hash(twins['ReadMe.txt']),
    [`${top}/readme (2).txt`]: hash(twins['readme.txt']),
    [`${top}/what_.mkv`]: hash(twins['what?.mkv']),
    [`${top}/what_ (2).mkv`]: hash(twins['what*.mkv']),
    [`${top}/sub_ one/README.TXT`]: hash(twins['sub: one/README.TXT']),
  })

  itWithAria2('P54: with names that differ in case or in a sign only is whole on such a disk, and after a check', async () => {
    const folder_id = await openNarrow({})
    const { magnet } = await fixture.swarm('Case: two?', twins)
    const id = await start({ url: magnet, folder_id })
    await isDone(id)
    expect(onDisk(second())).toEqual(fitted('Case_ two_'))
    expect((await fixture.box.task(id)).name).toBe('Case_ two_')
    await act('task_recheck', { task_id: id })
    await isDone(id)
    expect(onDisk(second())).toEqual(fitted('Case_ two_'))
  })

  itWithAria2('P54: is moved to such a disk and back without losing one of two equal ones', async () => {
    const folder_id = await openNarrow({})
    const { magnet } = await fixture.swarm('Case: two?', twins)
    const id = await start(magnet)
    await isDone(id)
    await act('task_move', { task_ids: [id], folder_id, folder_path: 'A' })
    await until('it is there', async () => (await fixture.box.task(id)).folder === 'narrow/A')
    await until('the move is over', async () => (await fixture.box.task(id)).wait === null)
    expect(onDisk(second())).toEqual(fitted('A/Case_ two_'))
    expect(onDisk(fixture.box.root)).toEqual({})
    await act('task_move', { task_ids: [id], folder_id: '' })
    await until('it is back', async () => (await fixture.box.task(id)).folder === 'downloads')
    await until('the move is over', async () => (await fixture.box.task(id)).wait === null)
    expect(onDisk(fixture.box.root)).toEqual(fitted('Case_ two_'))
  })

  itWithAria2(
    'of one file leaves no record of the engine where it was when it is moved or removed before it is whole',
    async () => {
      const folder_id = await openNarrow({})
      const body = randomBytes(2_000_000)
      const server = await fixture.serve({ '/film.mkv': { body } }, { bytesPerSecond: 100_000 })
      const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, at) =>
        createHash('sha1')
          .update(body.subarray(at * 65_536, (at + 1) * 65_536))
          .digest(),
      )
      const info = { length: body.length, name: 'film.mkv', 'piece length': 65_536, pieces: Buffer.concat(pieces) }
      blob = bencode({ info, 'url-list': `${server.url}/film.mkv` })
      const id = await start({ torrent: 'blob' })
      const names = (folder: string) => readdirSync(folder).filter((name) => name !== '.incoming')
      await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
      expect(names(fixture.box.root)).toEqual(['film.mkv', 'film.mkv.aria2'])
      await act('task_move', { task_ids: [id], folder_id })
      await until('it is there', async () => (await fixture.box.task(id)).folder === 'narrow')
      await until('the move is over', async () => (await fixture.box.task(id)).wait === null)
      expect(names(fixture.box.root)).toEqual([])
      await until('it moves again', async () => names(second()).includes('film.mkv'))
      await act('stop_task', { task_id: id })
      await act('remove_task_and_file', { task_id: id, files: 1 })
      await until('it is gone', async () => names(second()).length === 0)
    },
  )
})
