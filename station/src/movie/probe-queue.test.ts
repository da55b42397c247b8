/** The probe queue with real ffprobe on files that change while it works. */
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, tools, type TestLibrary } from '../testing/library.ts'
import { until } from '../../../testing/until.ts'
import { createProbeQueue } from './probe-queue.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

it('a file that is moved while it is probed is not taken for one without video', async () => {
  const path = library.put(await clip(), 'Heat.1995.mkv')
  await library.movies.sync()
  const [file] = (await library.movies.store.film((await library.movies.list(9, 0)).data[0]?.id ?? ''))?.files ?? []
  expect(file).toBeDefined()
  mkdirSync(join(library.root, 'moved'))
  renameSync(path, join(library.root, 'moved', 'Heat.1995.mkv'))
  const read: string[] = []
  let requests = 0
  const queue = createProbeQueue({
    store: {
      ...library.movies.store,
      unread: async ({ skipped }) => {
        requests += 1
        return file && !skipped.includes(file.file_id) ? [{ ...file, state: 'new' }] : []
      },
      unpictured: async () => [],
      keepFacts: async (facts) => void read.push(...facts.map(({ file: { path: at } }) => at)),
    },
    besideReader: { readSome: async () => false },
    folder: library.folder,
    tools,
    isScanning: () => false,
    now: Date.now,
    onChange: () => undefined,
    onPicture: () => undefined,
    onFault: (fault) => library.faults.push(fault),
  })
  queue.wake()
  await until('it was looked for twice', () => requests > 1)
  await queue.stop()
  expect(read).toEqual([])
})
