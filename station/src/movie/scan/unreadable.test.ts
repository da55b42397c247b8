/** Files that cannot be shown are listed with the reason, and gone from the list once they are mended. */
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, workAsNobody, type TestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import { unreadableRowOf } from './unreadable-rows.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const rows = async () => (await library.movies.store.unreadable()).map((row) => unreadableRowOf(row))
const reasons = async () => (await rows()).map(({ path, reason, files }) => `${path} ${reason} ${files}`).toSorted()
const isRead = async () => !(await library.movies.state()).is_scanning

function write(bytes: string | Buffer, ...names: string[]): string {
  const path = join(library.root, ...names)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, bytes)
  utimesSync(path, 1_600_000_000, 1_600_000_000)
  return path
}

const asNobody = <T>(work: () => Promise<T>) => workAsNobody(library, work)

it('what is empty, damaged or no video is listed until it is mended or gone; sources of programs and menus are not', async () => {
  const empty = write('', 'Empty.2020.mkv')
  const broken = write('no video at all\n'.repeat(300), 'Broken (2001).mkv')
  write('export const a = 1\n'.repeat(300), 'code.ts')
  write('menu'.repeat(300), 'Alien', 'VIDEO_TS', 'VIDEO_TS.VOB')
  library.put(await clip({ suffix: 'ts' }), 'Alien', 'VIDEO_TS', 'VTS_01_1.VOB')
  write('', '.hidden.mkv')
  await library.movies.start()
  await until('all is read', isRead)
  expect(await library.titles()).toEqual(['Alien'])
  expect(await reasons()).toEqual(['Broken (2001).mkv no_video 1', 'Empty.2020.mkv empty 1'])
  copyFileSync(await clip(), empty)
  rmSync(broken)
  await until('the list is empty', async () => (await reasons()).length === 0 && (await library.titles()).includes('Empty'))
})

it('names that are no UTF-8 are counted by folder, and listed once they are renamed', async () => {
  library.put(await clip(), 'Old', 'Fine.2020.mkv')
  const name = (text: string) =>
    Buffer.concat([Buffer.from(`${library.root}/Old/`), Buffer.from([0xff, 0xfe]), Buffer.from(text)])
  copyFileSync(await clip(), name('1.mkv'))
  copyFileSync(await clip(), name('2.mkv'))
  await library.movies.sync()
  expect(await reasons()).toEqual(['Old bad_name 2'])
  renameSync(name('1.mkv'), join(library.root, 'Old', 'One.2001.mkv'))
  rmSync(name('2.mkv'))
  await library.movies.sync()
  expect(await reasons()).toEqual([])
  expect(await library.titles()).toEqual(['Fine', 'One'])
})

it('what the box may not read is listed with its folder', async () => {
  const file = library.put(await clip(), 'Locked.2020.mkv')
  library.put(await clip(), 'Secret', 'Inner.2021.mkv')
  chmodSync(file, 0)
  chmodSync(join(library.root, 'Secret'), 0)
  await asNobody(() => library.movies.sync())
  expect(await reasons()).toEqual(['Locked.2020.mkv denied 1', 'Secret denied 1'])
  expect(await library.titles()).toEqual([])
  chmodSync(file, 0o644)
  chmodSync(join(library.root, 'Secret'), 0o755)
  await asNobody(() => library.movies.sync())
  expect(await reasons()).toEqual([])
  expect(await library.titles()).toEqual(['Inner', 'Locked'])
})

it.each([0, 0o444])('films of a folder that may not be read (mode %i) stay as they were, whatever is scanned', async (mode) => {
  const path = library.put(await clip(), 'Secret', 'Deep', 'Inner.2021.mkv')
  const second = library.put(await clip(), 'Secret', 'Second.2022.mkv')
  await library.movies.sync()
  const before = await library.db.selectFrom('movie_file').selectAll().execute()
  chmodSync(join(library.root, 'Secret'), mode)
  for (const scanned of [second, path, join(library.root, 'Secret', 'Deep'), join(library.root, 'Secret'), library.root]) {
    await asNobody(() => library.movies.scan([scanned]))
    expect(await library.db.selectFrom('movie_file').selectAll().execute()).toMatchObject(before.map(({ path }) => ({ path })))
  }
  chmodSync(join(library.root, 'Secret'), 0o755)
  await asNobody(() => library.movies.sync())
  expect(await reasons()).toEqual([])
  expect(await library.titles()).toEqual(['Inner', 'Second'])
})

it('the image of a film disc is listed, that of a program is not', async () => {
  const image = (folder: string) =>
    Buffer.concat([Buffer.alloc(40_000), Buffer.from('CD001'), Buffer.alloc(9_000), Buffer.from(folder)])
  write(image('VIDEO_TS'), 'Alien.1979.iso')
  write(image('BDMV'), 'Aliens.1986.ISO')
  write(image('CASPER'), 'linux.iso')
  await library.movies.sync()
  expect(await reasons()).toEqual(['Alien.1979.iso no_video 1', 'Aliens.1986.ISO no_video 1'])
})
