/** Pushes and mirror rows of the library. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { unreadableRow } from '@homeport/contract/movie/identify.ts'
import { filmRow, movieScan } from '@homeport/contract/movie/movie.ts'
import { episodeRow } from '@homeport/contract/movie/series.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import { later } from '@homeport/contract/kit/later.ts'
import { clip, openTestLibrary } from '../testing/library.ts'
import { movieReports } from './reports.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import { createEventBus } from '../shared/event-bus.ts'

it('apps are told once more when the cloud has the films: a list that they read before was without them', async () => {
  const library = await openTestLibrary()
  const clock = handClock()
  const pushed: FrameIn[] = []
  const taken: ((realm: 'en' | 'zh') => void)[] = []
  let flushes = 0
  const mirror: Pick<Mirror, 'putMany' | 'replaceAll' | 'onTaken'> = {
    putMany: async () => undefined,
    replaceAll: async () => void (flushes += 1),
    onTaken: (listener) => void taken.push(listener),
  }
  const reports = movieReports({
    devsn: 'BOX',
    movies: library.movies,
    events: createEventBus(),
    mirror,
    push: (frame) => pushed.push(frame),
    ...clock,
    onFault: (fault) => library.faults.push(fault),
  })
  const tellAll = () => taken.forEach((listener) => listener('en'))
  /** A push reads the state first: one that began before is sent by then. */
  const afterPush = async (ms: number) => {
    clock.pass(ms)
    await library.movies.state()
    await library.movies.state()
    return pushed.length
  }
  tellAll()
  library.put(await clip(), 'Harbour.2020.mkv')
  await library.movies.sync()
  await until('the scan is over', async () => !(await library.movies.state()).is_scanning)
  // Nothing more is found, probed or pictured, and all of it is one report.
  await library.movies.stop()
  expect(await afterPush(199)).toBe(0)
  clock.pass(1)
  await until('the report is written', () => flushes === 1)
  expect(await afterPush(0)).toBe(1)
  tellAll()
  expect(await afterPush(999)).toBe(1)
  expect(await afterPush(1)).toBe(2)
  expect(pushed.at(-1)).toMatchObject({ act: movieScan.name, data: { is_scanning: false, films: 1 } })
  tellAll()
  expect(await afterPush(10_000)).toBe(2)
  expect(library.faults).toEqual([])
  reports.stop()
  await library.stop()
})

it('series are reported as films, their episodes apart, and what cannot be shown; an episode that was a film before is none any more', async () => {
  const library = await openTestLibrary()
  const rows = new Map<string, unknown>()
  const put = async (report: string, given: Parameters<Mirror['replaceAll']>[1]) => {
    const all: [string, unknown][] = []
    for await (const [key, value] of given) all.push([key, value])
    for (const [key, value] of all) if (value === null) rows.delete(`${report} ${key}`)
    for (const [key, value] of all) if (value !== null) rows.set(`${report} ${key}`, value)
  }
  const reports = movieReports({
    devsn: 'BOX',
    movies: library.movies,
    events: createEventBus(),
    mirror: {
      putMany: async ({ name }, all) => put(name, all),
      replaceAll: async ({ name }, all) => put(name, all),
      onTaken: () => undefined,
    },
    push: () => undefined,
    now: Date.now,
    later,
    onFault: (fault) => library.faults.push(fault),
  })
  library.put(await clip(), '海港', '海港.S01E02.mkv')
  const path = library.put(await clip(), '海港', '海港.S01E01.mkv')
  writeFileSync(join(library.root, 'Empty.mkv'), '')
  await library.movies.sync()
  await until('all are reported', async () => !(await library.movies.state()).is_scanning && rows.size === 4)
  const [first] = await library.movies.store.under(path)
  rows.set(`movie.film ${first?.film_id}`, 'as an older version reported it')
  const all = async () => {
    const { store } = library.movies
    return (
      (await store.changed(99)).length === 0 && (await store.besideChanged({ of: undefined, skipped: [], limit: 9 })).length === 0
    )
  }
  await until('nothing is left to report', all)
  await library.db.updateTable('movie_film').set({ changed: 1 }).execute()
  await library.movies.sync()
  await until('the film is none any more', async () => !rows.has(`movie.film ${first?.film_id}`))
  const reported = (name: string) => [...rows].filter(([key]) => key.startsWith(name)).map(([, value]) => value)
  expect(filmRow.row.parse(reported('movie.film ')[0])).toMatchObject({ kind: 'series', title: '海港', episodes: 2, files: [] })
  expect(reported('movie.film ')).toHaveLength(1)
  expect(
    reported('movie.episode ')
      .map((row) => episodeRow.row.parse(row).number)
      .toSorted(),
  ).toEqual([1, 2])
  expect(reported('movie.unreadable ').map((row) => unreadableRow.row.parse(row))).toMatchObject([
    { path: 'Empty.mkv', reason: 'empty' },
  ])
  expect(library.faults).toEqual([])
  reports.stop()
  await library.stop()
})
