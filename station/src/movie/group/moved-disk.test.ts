/** A film or series that is brought to another disk, or whose library folder gets another path, keeps its ids, and with them what people marked and set by hand. */
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { formerIdsOf } from '../film/merged.store.ts'

const noIdentity = {
  is_settled: 0,
  facts: '{}',
  candidates: '[]',
  score: 0,
  searched_name: '',
  searched_at: 0,
} as const

let library: TestLibrary
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const listed = async () => (await library.movies.list(99, 0)).data.map(({ id, title, kind }) => ({ id, title, kind }))
const idOf = async (title: string) => (await listed()).find((film) => film.title === title)?.id
const episodesOf = async (title: string) =>
  (await library.movies.store.episodes((await idOf(title)) ?? '')).map(({ film_id, season, episode }) => [
    film_id,
    season,
    episode,
  ])

/** As a program moves to another disk: copies, and deletes once that is done. Another inode. */
function moveOver(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  utimesSync(to, statSync(from).atime, statSync(from).mtime)
  rmSync(from)
}
const otherDisk = () => mkdtempSync(join(os.tmpdir(), 'homeport-disk-'))

it('a series whose seasons lie on two disks is one', async () => {
  const disk = otherDisk()
  library = await openTestLibrary({ more: [disk] })
  library.put(await clip(), 'Harbour', 'Season 1', 'Harbour S01E01.mkv')
  const second = join(disk, 'TV', 'Harbour', 'Season 2', 'Harbour S02E01.mkv')
  mkdirSync(dirname(second), { recursive: true })
  copyFileSync(await clip(), second)
  await library.movies.sync()
  expect((await listed()).map(({ title, kind }) => [title, kind])).toEqual([['Harbour', 'series']])
  expect((await episodesOf('Harbour')).map(([, ...numbers]) => numbers)).toEqual([
    [1, 1],
    [2, 1],
  ])
})

it.each(['seen while it is copied', 'found afterwards'])('what is moved to another disk keeps its ids: %s', async (how) => {
  const disk = otherDisk()
  library = await openTestLibrary({ more: [disk] })
  const sizes = [await clip(), await clip({ seconds: 2 }), await clip({ seconds: 3 })]
  const names = ['Tides.mkv', join('Harbour', 'S01E01.mkv'), join('Harbour', 'S01E02.mkv')]
  for (const [at, name] of names.entries()) library.put(sizes[at] ?? '', name)
  await library.movies.sync()
  const before = await listed()
  const episodes = await episodesOf('Harbour')
  const files = () => library.db.selectFrom('movie_file').select(['file_id', 'size']).orderBy('size').execute()
  const filesBefore = await files()
  for (const name of names) {
    const [from, to] = [join(library.root, name), join(disk, 'more', name)]
    if (how === 'found afterwards') moveOver(from, to)
    else {
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(from, to)
    }
  }
  await library.movies.sync()
  if (how !== 'found afterwards') {
    for (const name of names) rmSync(join(library.root, name))
    await library.movies.sync()
  }
  expect((await listed()).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(before.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  expect(await episodesOf('Harbour')).toEqual(episodes)
  expect(await files()).toEqual(filesBefore)
  expect((await library.db.selectFrom('movie_file').select('path').execute()).every(({ path }) => path.startsWith(disk))).toBe(
    true,
  )
})

it('a copy that is not whole yet, as far as the box can tell, is waited for', async () => {
  const disk = otherDisk()
  let at = Date.now() + 60_000
  const due: (() => void)[] = []
  const clock = { now: () => at, later: (_ms: number, act: () => void) => (due.push(act), () => undefined) }
  library = await openTestLibrary({ more: [disk], clock })
  library.put(await clip(), 'Tides.mkv')
  await library.movies.sync()
  const id = await idOf('Tides')
  at = Date.now()
  moveOver(join(library.root, 'Tides.mkv'), join(disk, 'Tides.mkv'))
  await library.movies.sync()
  expect(await idOf('Tides')).toBe(id)
  at += 60_000
  for (const act of due.splice(0)) act()
  await until('the copy is taken', async () => (await library.movies.store.fileAt(join(disk, 'Tides.mkv'))) !== undefined)
  await library.movies.sync()
  expect(await listed()).toEqual([{ id, title: 'Tides', kind: 'film' }])
})

it('of two copies that were films of their own one goes: the other has the marks of both, and the name that a person gave', async () => {
  library = await openTestLibrary()
  const one = library.put(await clip(), 'a', 'Tides.mkv')
  library.put(await clip(), 'b', 'Tides.mkv')
  await library.movies.sync()
  const rows = await library.db.selectFrom('movie_file').select(['film_id', 'path']).orderBy('path').execute()
  const [first = '', second = ''] = rows.map(({ film_id }) => film_id)
  await library.db
    .insertInto('movie_identity')
    .values({ ...noIdentity, film_id: second, source: 'person' })
    .execute()
  rmSync(one)
  await library.movies.sync()
  expect((await listed()).map(({ id }) => id)).toEqual([second])
  expect((await formerIdsOf(library.db, [second])).get(second)).toEqual([first])
})

it('two copies that go while a third one comes: it has the id of one and the marks of both', async () => {
  library = await openTestLibrary()
  const paths = [library.put(await clip(), 'a', 'Tides.mkv'), library.put(await clip(), 'b', 'Tides.mkv')]
  await library.movies.sync()
  const before = (await listed()).map(({ id }) => id).toSorted()
  moveOver(paths[0] ?? '', join(library.root, 'c', 'Tides.mkv'))
  rmSync(paths[1] ?? '')
  await library.movies.sync()
  const [film, another] = await listed()
  expect(another).toBe(undefined)
  expect([film?.id, ...((await formerIdsOf(library.db, [film?.id ?? ''])).get(film?.id ?? '') ?? [])]).toEqual(
    expect.arrayContaining(before),
  )
  const rows = await library.db
    .selectFrom('movie_film')
    .select('group_key')
    .where('film_id', '=', film?.id ?? '')
    .execute()
  expect(rows[0]?.group_key).toContain(join('c', 'Tides'))
})

it('pieces of discs have one name and one size: another disc is no copy', async () => {
  library = await openTestLibrary()
  const [one, two, three] = [await clip(), await clip({ seconds: 2 }), await clip({ seconds: 3 })]
  library.put(one, 'Harbour', 'VIDEO_TS', 'VTS_01_1.VOB')
  library.put(two, 'Harbour', 'VIDEO_TS', 'VTS_01_2.VOB')
  library.put(one, 'Tides', 'VIDEO_TS', 'VTS_01_1.VOB')
  library.put(three, 'Tides', 'VIDEO_TS', 'VTS_01_2.VOB')
  await library.movies.sync()
  const id = await idOf('Tides')
  rmSync(join(library.root, 'Harbour'), { recursive: true })
  await library.movies.sync()
  expect(await listed()).toEqual([{ id, title: 'Tides', kind: 'film' }])
  expect((await formerIdsOf(library.db, [id ?? ''])).get(id ?? '')).toBe(undefined)
})

it('a library folder that gets another path keeps its films', async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'homeport-library-'))
  const before = join(folder, 'before')
  library = await openTestLibrary({ folder, more: [before] })
  mkdirSync(before, { recursive: true })
  const file = join(before, 'Tides.mkv')
  copyFileSync(await clip(), file)
  await library.movies.sync()
  const id = await idOf('Tides')
  await library.stop({ isKept: true })
  renameSync(before, join(folder, 'after'))
  library = await openTestLibrary({ folder, more: [join(folder, 'after')] })
  await library.movies.start()
  await until(
    'the film is there',
    async () => (await library.movies.store.fileAt(join(folder, 'after', 'Tides.mkv'))) !== undefined,
  )
  expect(await listed()).toEqual([{ id, title: 'Tides', kind: 'film' }])
})

it.each(['after it', 'before it'])('a better file under its name is the same film, whatever its suffix: %s', async (when) => {
  library = await openTestLibrary()
  const before = library.put(await clip({ suffix: 'avi' }), 'Various', 'Tides.avi')
  await library.movies.sync()
  const id = await idOf('Tides')
  if (when === 'after it') {
    rmSync(before)
    await library.movies.sync()
    await library.movies.store.settled(await library.movies.store.changed(99))
    expect(await library.db.selectFrom('movie_film').select('film_id').execute()).toEqual([])
  }
  library.put(await clip({ seconds: 2 }), 'Various', 'Tides.mkv')
  await library.movies.sync()
  expect(await listed()).toEqual([{ id, title: 'Tides', kind: 'film' }])
  rmSync(before, { force: true })
  await library.movies.sync()
  expect(await listed()).toEqual([{ id, title: 'Tides', kind: 'film' }])
})

it('a name that a disk writes in other case, or in another form of Unicode, is the same film', async () => {
  library = await openTestLibrary()
  const [one, two] = [library.put(await clip(), 'tides é.mkv'), library.put(await clip({ seconds: 2 }), 'Harbour.mkv')]
  await library.movies.sync()
  const before = (await listed()).map(({ id }) => id).toSorted()
  moveOver(one, join(library.root, 'Tides é.mkv'.normalize('NFD')))
  moveOver(two, join(library.root, 'HARBOUR.mkv'))
  await library.movies.sync()
  expect((await listed()).map(({ id }) => id).toSorted()).toEqual(before)
  expect(await library.titles()).toEqual(['HARBOUR', 'Tides é'.normalize('NFD')])
})
