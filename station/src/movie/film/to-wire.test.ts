/** Files of a film on the wire: what their names say of the version. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { episodeRowOf, rowOf, toBoxFilm } from './to-wire.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

it('a file says the edition, source and languages of its name, and by its folder what the name leaves out', async () => {
  library.put(await clip(), 'Blade Harbour (1982) BluRay', 'Blade.Harbour.1982.Extended.Cut.FRENCH.mkv')
  await library.movies.start()
  const [row] = (await library.movies.store.changed(9)).map((film) => rowOf(film))
  expect(row?.files).toMatchObject([{ edition: 'Extended Cut', source: 'BluRay', languages: ['fr'] }])
})

it('recordings of one day say their time: in the list of the series, and in the title that a screen shows', async () => {
  for (const time of ['20-00', '12-15']) library.put(await clip(), 'News', `Harbour News 2024-01-05 ${time}.mkv`)
  await library.movies.start()
  const [series] = await library.movies.store.list(9, 0)
  const episodes = await library.movies.store.episodes(series?.film_id ?? '')
  expect(episodes.map((film) => toBoxFilm(film).title)).toEqual([
    'Harbour News S01 2024-01-05 12:15',
    'Harbour News S01 2024-01-05 20:00',
  ])
  expect(episodes.map(episodeRowOf)).toMatchObject([
    { number: null, air_date: '2024-01-05', title: '12:15' },
    { number: null, air_date: '2024-01-05', title: '20:00' },
  ])
})

it('matches of one day say who plays: guests of a show, and two qualities of one match, are one episode', async () => {
  for (const name of ['Harbour.vs.Boats.720p', 'Harbour.vs.Boats.1080p', 'Lakes.vs.Rivers.720p'])
    library.put(await clip(), 'League', `Premier.League.2024.04.09.${name}.mkv`)
  for (const name of ['.2024.04.09.Ann.Guest', ' - 2024-04-09']) library.put(await clip(), 'Daily', `The Daily${name}.mkv`)
  await library.movies.start()
  const series = await library.movies.store.list(9, 0)
  const episodes = await Promise.all(series.map(({ film_id }) => library.movies.store.episodes(film_id)))
  expect(
    episodes
      .flat()
      .map((film) => [toBoxFilm(film).title, episodeRowOf(film).title, film.files.length])
      .toSorted(),
  ).toEqual([
    ['Premier League S01 2024-04-09 Harbour vs Boats', 'Harbour vs Boats', 2],
    ['Premier League S01 2024-04-09 Lakes vs Rivers', 'Lakes vs Rivers', 1],
    ['The Daily S01 2024-04-09', '', 2],
  ])
})
