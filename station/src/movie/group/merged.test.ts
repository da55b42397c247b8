/** A film or series that takes in another one names it, so that the other one's marks are not lost. */
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { formerIdsOf } from '../film/merged.store.ts'
import { rowOf } from '../film/to-wire.ts'

let library: TestLibrary
afterEach(() => library.stop())

const idOf = async (title: string) => (await library.movies.list(99, 0)).data.find((film) => film.title === title)?.id ?? ''
const formerOf = async (id: string) => (await formerIdsOf(library.db, [id])).get(id)
const rename = (from: string, ...to: string[]) => {
  const path = join(library.root, ...to)
  mkdirSync(join(path, '..'), { recursive: true })
  renameSync(join(library.root, from), path)
}

it('a file that is renamed into a version of another film: once it was the last one, and no longer when it is back', async () => {
  library = await openTestLibrary()
  const one = await clip()
  for (const name of ['Harbour (2001) 720p.mkv', 'Harbour (2001) 1080p.mkv', 'Lighthouse (2002).mkv']) library.put(one, name)
  await library.movies.sync()
  const [harbour, lighthouse] = [await idOf('Harbour'), await idOf('Lighthouse')]
  expect(await formerOf(lighthouse)).toBe(undefined)
  rename('Harbour (2001) 720p.mkv', 'Lighthouse (2002) 720p.mkv')
  await library.movies.sync()
  expect(await formerOf(lighthouse)).toBe(undefined)
  rename('Harbour (2001) 1080p.mkv', 'Lighthouse (2002) 1080p.mkv')
  await library.movies.sync()
  expect(await formerOf(lighthouse)).toEqual([harbour])
  const reported = (await library.movies.store.changed(99)).map(rowOf)
  expect(reported.find(({ id }) => id === lighthouse)?.former_ids).toEqual([harbour])

  // All of it goes on into a third one.
  library.put(one, 'Island (2003).mkv')
  await library.movies.sync()
  const island = await idOf('Island')
  for (const version of ['', ' 720p', ' 1080p'])
    rename(`Lighthouse (2002)${version}.mkv`, `Island (2003)${version || ' 480p'}.mkv`)
  await library.movies.sync()
  expect(await formerOf(island)).toEqual([harbour, lighthouse].toSorted())
  library.put(one, 'Harbour (2001) 720p.mkv')
  await library.movies.sync()
  expect(await idOf('Harbour')).toBe(harbour)
  expect(await formerOf(island)).toEqual([lighthouse])
  expect(library.faults).toEqual([])
})

it('a series, with its episodes', async () => {
  library = await openTestLibrary()
  const one = await clip()
  for (const name of ['Herbour S01E01.mkv', 'Herbour S01E02.mkv', 'Harbour S01E01 720p.mkv', 'Harbour S01E03.mkv'])
    library.put(one, name)
  await library.movies.sync()
  const [wrong, right] = [await idOf('Herbour'), await idOf('Harbour')]
  const episodes = async (id: string) => (await library.movies.store.episodes(id)).map(({ film_id }) => film_id)
  const [first = '', second] = await episodes(wrong)
  rename('Herbour S01E01.mkv', 'Harbour S01E01 1080p.mkv')
  await library.movies.sync()
  expect(await formerOf(right)).toBe(undefined)
  const [into = ''] = await episodes(right)
  expect(await formerOf(into)).toEqual([first])
  rename('Herbour S01E02.mkv', 'Harbour S01E02.mkv')
  await library.movies.sync()
  expect(await formerOf(right)).toEqual([wrong])
  // It keeps its own id: nothing else has its number.
  expect(await episodes(right)).toContain(second)
})

it('a series whose only episode is renamed into a film goes into that', async () => {
  library = await openTestLibrary()
  library.put(await clip(), 'Harbour S01E01.mkv')
  await library.movies.sync()
  const series = await idOf('Harbour')
  rename('Harbour S01E01.mkv', 'Harbour (2001).mkv')
  await library.movies.sync()
  const film = await idOf('Harbour')
  expect(film).not.toBe(series)
  expect(await formerOf(film)).toEqual([series])
})

it('what a person chose goes along, unless somebody decided on the film that it goes into', async () => {
  library = await openTestLibrary()
  for (const name of ['Herbour.mkv', 'Harbour (2001) 720p.mkv', 'Tdies.mkv', 'Tides (2002) 720p.mkv'])
    library.put(await clip(), name)
  await library.movies.sync()
  const choose = async (title: string, chosen: string) =>
    library.db
      .replaceInto('movie_identity')
      .values({
        film_id: await idOf(title),
        source: 'person',
        is_settled: 1,
        facts: JSON.stringify({ original_title: chosen }),
        candidates: '[]',
        score: 0,
        searched_name: '',
        searched_at: 1,
      })
      .execute()
  for (const title of ['Herbour', 'Tdies']) await choose(title, 'of the renamed one')
  await choose('Tides', 'its own')
  rename('Herbour.mkv', 'Harbour (2001) 1080p.mkv')
  rename('Tdies.mkv', 'Tides (2002) 1080p.mkv')
  await library.movies.sync()
  const chosen = async (title: string) =>
    (await library.movies.list(99, 0)).data.find((film) => film.title === title)?.original_title
  expect([await chosen('Harbour'), await chosen('Tides')]).toEqual(['of the renamed one', 'its own'])
})
