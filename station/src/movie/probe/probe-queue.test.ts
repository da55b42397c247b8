/** The probe queue with real ffprobe and ffmpeg: files that change while it works, a box that is too busy, and what is read first. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, tools, workAsNobody, type TestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import type { WholeFilm } from '../film/film.query.ts'
import { probe } from './probe.ts'
import { createProbeQueue, type ProbeQueueDeps } from './probe-queue.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

it('a file that is moved while it is probed is not taken for one without video', async () => {
  const { path, file } = await heat()
  mkdirSync(join(library.root, 'moved'))
  renameSync(path, join(library.root, 'moved', 'Heat.1995.mkv'))
  const read: string[] = []
  let requests = 0
  const queue = queueOf({
    unread: async ({ skipped }) => {
      requests += 1
      return skipped.includes(file.file_id) ? [] : [{ ...file, state: 'new' }]
    },
    keepFacts: async (facts) => void read.push(...facts.map(({ file: { path: at } }) => at)),
  })
  queue.wake()
  await until('it was looked for twice', () => requests > 1)
  await queue.stop()
  expect(read).toEqual([])
})

it('a file that may not be opened at this moment is not taken for one without video', async () => {
  const { path } = await heat()
  const { ffprobe } = await tools
  if (!ffprobe) throw new Error('no ffprobe')
  chmodSync(path, 0)
  expect(await workAsNobody(library, () => probe(ffprobe, path))).toEqual({ kind: 'late' })
  chmodSync(path, 0o644)
  expect(await workAsNobody(library, () => probe(ffprobe, path))).toMatchObject({ kind: 'film' })
})

it('a picture that a busy box does not draw in time is drawn later, and not given up', async () => {
  const { film } = await heat()
  const { ffmpeg, ...others } = await tools
  const busy = join(library.folder, 'busy')
  writeFileSync(busy, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 })
  const tool = { path: busy, version: '7' }
  const saved: string[] = []
  let requests = 0
  let at = 0
  const store: Partial<ProbeQueueDeps['store']> = {
    unpictured: async ({ skipped }) => {
      requests += 1
      return saved.length > 0 || skipped.includes(film.film_id) ? [] : [film]
    },
    keepPicture: async (_, poster) => void saved.push(poster),
  }
  const queue = queueOf(store, { tools: Promise.resolve({ ...others, ffmpeg: tool }), now: () => at })
  queue.wake()
  await until('it was tried', () => requests > 1)
  expect(saved).toEqual([])
  tool.path = ffmpeg?.path ?? ''
  queue.wake()
  await until('it waits', () => requests > 2)
  expect(saved).toEqual([])
  at += 60_000
  queue.wake()
  await until('it is drawn', () => saved.length > 0)
  await queue.stop()
  expect(saved[0]).toMatch(/^[0-9a-f]{64}$/)
})

it('a file is probed once for its facts and its picture, and a probe that the system ends is made again', async () => {
  const { film, file } = await heat()
  const { ffprobe, ffmpeg } = await tools
  const calls = join(library.folder, 'calls')
  const counting = join(library.folder, 'counting')
  // The first one is ended from outside.
  const lines = ['#!/bin/sh', `[ -e ${calls} ] || { echo killed >> ${calls}; kill -9 $$; }`, `echo probed >> ${calls}`]
  writeFileSync(counting, [...lines, `exec ${ffprobe?.path} "$@"`, ''].join('\n'), { mode: 0o755 })
  const tool = { path: counting, version: '7' }
  const saved: string[] = []
  const read: unknown[] = []
  let at = 0
  const queue = queueOf(
    {
      unread: async ({ skipped }) => (read.length > 0 || skipped.includes(file.file_id) ? [] : [{ ...file, state: 'new' }]),
      keepFacts: async (facts) => void read.push(...facts.map((one) => one.facts?.video)),
      unpictured: async () => (read.length === 0 || saved.length > 0 ? [] : [film]),
      keepPicture: async (_, poster) => void saved.push(poster),
    },
    { tools: Promise.resolve({ ffmpeg, ffprobe: tool, quickProbe: tool }), now: () => at },
  )
  queue.wake()
  await until('it was ended', () => existsSync(calls))
  await expect.poll(() => (queue.wake(), (at += 60_000), saved.length)).toBe(1)
  await queue.stop()
  expect(read).toEqual([file.video])
  expect(readFileSync(calls, 'utf8')).toBe('killed\nprobed\n')
})

it('a screenful is read with its pictures before what is further down the page, and the page opened last before the others', async () => {
  const { film, file } = await heat()
  const page = Array.from({ length: 30 }, (_, index) => `row ${index}`)
  const read = new Set<string>()
  const pictured: string[] = []
  const readAtFirst: number[] = []
  const isOf = (of: readonly string[] | undefined) => (id: string) => of?.includes(id) ?? false
  const queue = queueOf({
    unread: async ({ of, limit }) => {
      const unread = [...page, 'opened'].filter((id) => isOf(of)(id) && !read.has(id))
      return unread.slice(0, limit).map((id) => ({ ...file, file_id: id, film_id: id, state: 'new' as const }))
    },
    keepFacts: async (facts) => facts.forEach((one) => read.add(one.file.file_id)),
    unpictured: async ({ of, limit }) => {
      const bare = [...page, 'opened'].filter((id) => isOf(of)(id) && !pictured.includes(id))
      return bare.slice(0, limit).map((id) => ({ ...film, film_id: id }))
    },
    keepPicture: async (id) => {
      if (pictured.length === 0) readAtFirst.push(read.size)
      pictured.push(id)
    },
  })
  queue.lookAt(page)
  queue.lookAt(['opened'])
  await until('all have a picture', () => pictured.length === 31)
  await queue.stop()
  expect(readAtFirst).toEqual([24])
  expect(pictured.indexOf('opened')).toBeLessThan(24)
  expect(pictured.slice(0, 24)).toEqual(expect.arrayContaining(page.slice(0, 23)))
})

/** A film that is listed and read. */
async function heat() {
  const path = library.put(await clip(), 'Heat.1995.mkv')
  await library.movies.sync()
  const listed = async (): Promise<WholeFilm | undefined> =>
    library.movies.store.film((await library.movies.list(9, 0)).data[0]?.id ?? '')
  await until('it is read', async () => (await listed())?.files[0]?.state === 'film')
  const film = await listed()
  const file = film?.files[0]
  if (!film || !file) throw new Error('no film')
  return { path, film, file }
}

/** A queue beside the library's own. */
function queueOf(store: Partial<ProbeQueueDeps['store']>, deps: Partial<ProbeQueueDeps> = {}) {
  return createProbeQueue({
    store: { ...library.movies.store, unread: async () => [], unpictured: async () => [], ...store },
    besideReader: { readSome: async () => false },
    folder: library.folder,
    tools,
    isScanning: () => false,
    now: Date.now,
    onChange: () => undefined,
    onPicture: () => undefined,
    onFault: (fault) => library.faults.push(fault),
    ...deps,
  })
}
