/** Two films of one title and year are told apart by the ids in their names. */
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { metaStore } from '../../kit/meta.store.ts'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { regroupOnce } from './regroup.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const put = async (...names: string[]) => {
  library.put(await clip(), ...names)
  await library.movies.sync()
}
const filmOf = async (name: string) => (await library.movies.store.fileAt(join(library.root, name)))?.film_id

const puppet = 'Puppet (2022) {tmdb-532639}'
const other = 'Puppet (2022) {tmdb-555604}'

it('each is an entry, and their versions lie with them', async () => {
  await put(puppet, `${puppet}.mkv`)
  await put(other, `${other}.mkv`)
  await put('1080p', other, `${other} 1080p.mkv`)
  await put('2160p', puppet, 'Puppet (2022) 2160p.mkv')
  await put('Puppet (2022)', 'Puppet (2022).mkv')
  await put('Puppet (2022) {imdb-tt1488589}', 'Puppet (2022) DVD.mkv')
  const [one, two] = [await filmOf(join(puppet, `${puppet}.mkv`)), await filmOf(join(other, `${other}.mkv`))]
  expect(one).not.toBe(two)
  expect(await filmOf(join('1080p', other, `${other} 1080p.mkv`))).toBe(two)
  expect(await filmOf(join('2160p', puppet, 'Puppet (2022) 2160p.mkv'))).toBe(one)
  // A name without an id, and one with an id of another database, go with the first.
  expect(await filmOf(join('Puppet (2022)', 'Puppet (2022).mkv'))).toBe(one)
  expect(await filmOf(join('Puppet (2022) {imdb-tt1488589}', 'Puppet (2022) DVD.mkv'))).toBe(one)

  // The names are read anew: nothing changes.
  const rows = () => library.db.selectFrom('movie_file').select(['path', 'film_id']).orderBy('path').execute()
  const before = await rows()
  await library.db.deleteFrom('meta').where('key', '=', 'library_reader').execute()
  await regroupOnce({
    store: library.movies.store,
    meta: metaStore(library.db),
    onChange: () => undefined,
    signal: new AbortController().signal,
  })
  expect(await rows()).toEqual(before)
  await library.movies.sync()
  expect(await rows()).toEqual(before)
})

it('a new version of the second one lies with it, also where the first one is gone', async () => {
  await put(puppet, `${puppet}.mkv`)
  await put(other, `${other}.mkv`)
  rmSync(join(library.root, puppet), { recursive: true })
  await library.movies.sync()
  await put('1080p', other, `${other} 1080p.mkv`)
  expect((await library.movies.list(9, 0)).data).toHaveLength(1)
})

it('two that were one entry in an earlier version are two, and the first one keeps the id', async () => {
  await put(puppet, `${puppet}.mkv`)
  await put(other, `${other}.mkv`)
  const one = (await filmOf(join(puppet, `${puppet}.mkv`))) ?? ''
  await library.db.updateTable('movie_file').set({ film_id: one }).execute()
  await library.db.deleteFrom('meta').where('key', '=', 'library_reader').execute()
  await regroupOnce({
    store: library.movies.store,
    meta: metaStore(library.db),
    onChange: () => undefined,
    signal: new AbortController().signal,
  })
  const films = new Set([await filmOf(join(puppet, `${puppet}.mkv`)), await filmOf(join(other, `${other}.mkv`))])
  expect(films.size).toBe(2)
  expect(films).toContain(one)
})
