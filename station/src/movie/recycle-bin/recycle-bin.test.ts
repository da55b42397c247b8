/** The recycle bin on real folders, with the library that scans them. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { openDb, type Db } from '../../kit/db.ts'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import { binFolder, moveAll } from './moves.ts'
import { createRecycleBin, type RecycleBin } from './recycle-bin.ts'
import { recycleBinStore } from './recycle-bin.store.ts'

let library: TestLibrary
let db: Db
let bin: RecycleBin
let at = Date.now()
const onFault = (fault: unknown) => library.faults.push(fault)

beforeEach(async () => {
  library = await openTestLibrary()
  db = await openDb(join(library.folder, 'station', 'station.db'), migrations)
  at = Date.now()
  bin = createRecycleBin({ store: recycleBinStore(db), scan: library.movies.scan, now: () => at, onFault })
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await db.destroy()
  await library.stop()
})

const films = async () => (await library.movies.list(99, 0)).data
const beside = (video: string, name: string, text: string) => {
  const path = join(dirname(video), name)
  writeFileSync(path, text)
  return path
}
async function listed(...titles: string[]): Promise<void> {
  await until(`${titles.join()} is listed`, async () => {
    await library.movies.sync()
    return (await library.titles()).join() === titles.join()
  })
}

it('a film leaves the library with what lies beside it, its empty folder goes, and all comes back as it was', async () => {
  const one = await clip()
  const heat = library.put(one, 'Heat (1995)', 'Heat.1995.mkv')
  const words = beside(heat, 'Heat.1995.zh.srt', 'words')
  library.put(one, 'Ran.1985.mkv')
  await listed('Heat', 'Ran')
  const film = (await films()).find(({ title }) => title === 'Heat')
  const entry = await bin.deleteFilm(film?.id ?? '', [])
  expect(entry).toMatchObject({ title: 'Heat', path: join('Heat (1995)', 'Heat.1995.mkv'), files: 1 })
  expect(entry.gone_at - entry.deleted_at).toBe(7 * 86_400)
  expect([existsSync(heat), existsSync(words), existsSync(dirname(heat))]).toEqual([false, false, false])
  await listed('Ran')
  expect(await bin.list(9, 0)).toEqual({ data: [entry], total: 1 })

  expect(await bin.restore(entry.id)).toBe(2)
  expect(readFileSync(words, 'utf8')).toBe('words')
  await listed('Heat', 'Ran')
  expect((await films()).find(({ title }) => title === 'Heat')?.id).toBe(film?.id)
  expect([existsSync(join(library.root, binFolder)), (await bin.list(9, 0)).total]).toEqual([false, 0])
})

it('one version of a film is deleted, the others and what belongs to them stay', async () => {
  const one = await clip()
  const small = library.put(one, 'Heat (1995)', 'Heat.1995.480p.mkv')
  const large = library.put(one, 'Heat (1995)', 'Heat.1995.1080p.mkv')
  const words = beside(large, 'Heat.1995.1080p.srt', 'words')
  await listed('Heat')
  const [film] = await films()
  const file = (await library.movies.store.film(film?.id ?? ''))?.files.find(({ path }) => path === small)
  await bin.deleteFilm(film?.id ?? '', [file?.file_id ?? ''])
  expect([existsSync(small), existsSync(large), existsSync(words)]).toEqual([false, true, true])
  await listed('Heat')
  await expect(bin.deleteFilm(film?.id ?? '', ['no such file'])).rejects.toMatchObject({ code: Code.notFound })
  await expect(bin.deleteFilm('no such film', [])).rejects.toMatchObject({ code: Code.notFound })
})

it('a copied disc goes and comes back whole, with its menus and lists', async () => {
  const stream = library.put(await clip({ suffix: 'ts' }), 'Ronin (1998)', 'BDMV', 'STREAM', '00001.m2ts')
  mkdirSync(join(library.root, 'Ronin (1998)', 'BDMV', 'PLAYLIST'))
  const list = beside(dirname(stream), join('PLAYLIST', '00001.mpls'), 'list')
  await listed('Ronin')
  const [film] = await films()
  const { id } = await bin.deleteFilm(film?.id ?? '', [])
  expect([existsSync(list), existsSync(join(library.root, 'Ronin (1998)'))]).toEqual([false, false])
  await bin.restore(id)
  expect([existsSync(list), existsSync(stream)]).toEqual([true, true])
})

it('after seven days files are deleted for good, also by a box that was off meanwhile; emptying does it at once', async () => {
  const one = await clip()
  for (const name of ['Heat.1995.mkv', 'Ran.1985.mkv', 'Up.2009.mkv']) library.put(one, name)
  await listed('Heat', 'Ran', 'Up')
  const idOf = async (name: string) => (await films()).find(({ title }) => title === name)?.id ?? ''
  const heat = await bin.deleteFilm(await idOf('Heat'), [])
  at += 3 * 86_400_000
  const ran = await bin.deleteFilm(await idOf('Ran'), [])
  at += 4 * 86_400_000 + 1
  await createRecycleBin({ store: recycleBinStore(db), scan: library.movies.scan, now: () => at, onFault }).sweep()
  expect((await bin.list(9, 0)).data.map(({ id }) => id)).toEqual([ran.id])
  expect(existsSync(join(library.root, binFolder, heat.id))).toBe(false)
  expect(existsSync(join(library.root, binFolder, ran.id, 'Ran.1985.mkv'))).toBe(true)
  await expect(bin.restore(heat.id)).rejects.toMatchObject({ code: Code.notFound })
  await bin.deleteFilm(await idOf('Up'), [])
  expect(await bin.empty([ran.id])).toBe(ran.size)
  expect(await bin.empty(undefined)).toBeGreaterThan(0)
  expect([(await bin.list(9, 0)).total, existsSync(join(library.root, binFolder))]).toEqual([0, false])
})

it('nothing is overwritten: where another file has the place now, all of the entry stays in the bin', async () => {
  const one = await clip()
  const heat = library.put(one, 'Heat (1995)', 'Heat.1995.mkv')
  beside(heat, 'Heat.1995.srt', 'old')
  await listed('Heat')
  const { id } = await bin.deleteFilm((await films())[0]?.id ?? '', [])
  library.put(one, 'Heat (1995)', 'Heat.1995.mkv')
  const words = beside(heat, 'Heat.1995.srt', 'new')
  await expect(bin.restore(id)).rejects.toMatchObject({
    code: Code.notAllowed,
    data: { reason: 'exists', file: 'Heat.1995.mkv' },
  })
  expect([readFileSync(words, 'utf8'), (await bin.list(9, 0)).total]).toEqual(['new', 1])
})

it('a deleted film on a disk that is away stays in the bin, and can be put back once it is there again', async () => {
  library.put(await clip(), 'Heat.1995.mkv')
  await listed('Heat')
  const { id, size } = await bin.deleteFilm((await films())[0]?.id ?? '', [])
  const elsewhere = `${library.root} elsewhere`
  renameSync(library.root, elsewhere)
  for (const hasMountPoint of [false, true]) {
    if (hasMountPoint) mkdirSync(library.root)
    await expect(bin.restore(id)).rejects.toMatchObject({
      code: Code.notAllowed,
      data: { reason: 'away', file: 'Heat.1995.mkv' },
    })
    expect(await bin.empty(undefined)).toBe(0)
    at += 8 * 86_400_000
    await bin.sweep()
    expect((await bin.list(9, 0)).data.map((entry) => entry.id)).toEqual([id])
    if (hasMountPoint) rmdirSync(library.root)
  }
  renameSync(elsewhere, library.root)
  expect(await bin.restore(id)).toBe(1)
  expect(existsSync(join(library.root, 'Heat.1995.mkv'))).toBe(true)
  const again = await bin.deleteFilm((await films())[0]?.id ?? '', [])
  expect(await bin.empty([again.id])).toBe(size)
})

it('P37: an entry that a kill left of a deletion that never moved anything is none after the next start', async () => {
  library.put(await clip(), 'Heat.1995.mkv')
  await listed('Heat')
  const file = join(library.root, 'Heat.1995.mkv')
  const move = { root: library.root, from: file, to: join(library.root, binFolder, 'ghost', 'Heat.1995.mkv') }
  await recycleBinStore(db).addEntry({
    bin_id: 'ghost',
    title: 'Heat',
    path: 'Heat.1995.mkv',
    files: 1,
    size: 1,
    moves: [move],
    deleted_at: at,
  })
  at += 1_000
  const next = createRecycleBin({ store: recycleBinStore(db), scan: library.movies.scan, now: () => at, onFault })
  await next.sweep()
  expect([(await next.list(9, 0)).total, existsSync(file)]).toEqual([0, true])
})

it('P42: an entry that cannot be deleted now keeps no other from its end', async () => {
  const one = await clip()
  for (const name of ['Heat.1995.mkv', 'Ran.1985.mkv']) library.put(one, name)
  await listed('Heat', 'Ran')
  const [first, second] = await films()
  const stuck = await bin.deleteFilm(first?.id ?? '', [])
  await bin.deleteFilm(second?.id ?? '', [])
  at += 8 * 86_400_000
  const store = recycleBinStore(db)
  const dropEntry = (id: string) => (id === stuck.id ? Promise.reject(new Error('this one fails')) : store.dropEntry(id))
  await createRecycleBin({ store: { ...store, dropEntry }, scan: library.movies.scan, now: () => at, onFault }).sweep()
  expect((await bin.list(9, 0)).data.map(({ id }) => id)).toEqual([stuck.id])
  expect(library.faults.splice(0)).toMatchObject([{ message: 'this one fails' }])
})

it('P34: a link on the way is not followed, and no path outside the library is touched', async () => {
  const outside = join(library.folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'Heat.1995.mkv'), 'not ours')
  const heat = library.put(await clip(), 'Heat (1995)', 'Heat.1995.mkv')
  await listed('Heat')
  const [film] = await films()
  renameSync(dirname(heat), join(library.folder, 'moved'))
  symlinkSync(outside, dirname(heat))
  await expect(bin.deleteFilm(film?.id ?? '', [])).rejects.toMatchObject({ code: Code.notFound })
  expect(readFileSync(join(outside, 'Heat.1995.mkv'), 'utf8')).toBe('not ours')
  const escape = { root: library.root, from: join(outside, 'Heat.1995.mkv'), to: join(library.root, 'x') }
  await expect(moveAll([escape])).rejects.toThrow('is not below')
})
