/** Pushes and mirror rows of the library. */
import { expect, it, vi } from 'vitest'
import { movieScan } from '@homeport/contract/movie.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import { clip, openTestLibrary } from '../testing/library.ts'
import { movieReports } from './reports.ts'
import type { Mirror } from '../kit/mirror.ts'
import { createEventBus } from '../kit/event-bus.ts'

it('apps are told once more when the cloud has the films: a list that they read before was without them', async () => {
  const library = await openTestLibrary()
  const pushed: FrameIn[] = []
  const taken: ((realm: 'en' | 'zh') => void)[] = []
  let rows = 0
  const mirror: Pick<Mirror, 'putMany' | 'onTaken'> = {
    putMany: async (_, all) => void (rows += all.size),
    onTaken: (listener) => void taken.push(listener),
  }
  const reports = movieReports({
    devsn: 'BOX',
    movies: library.movies,
    events: createEventBus(),
    mirror,
    push: (frame) => pushed.push(frame),
    now: Date.now,
    onFault: (fault) => library.faults.push(fault),
  })
  const tellAll = () => taken.forEach((listener) => listener('en'))
  tellAll()
  library.put(await clip(), 'Harbour.2020.mkv')
  await library.movies.sync()
  // Found and probed may come as one report or two.
  const quiet = () => vi.waitUntil(async () => !(await library.movies.state()).is_scanning && rows > 0, 60_000)
  await quiet()
  // Waits until the pushes of the found and probed films are sent.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const before = pushed.length
  expect(before).toBeGreaterThan(0)
  tellAll()
  await vi.waitUntil(() => pushed.length > before, 20_000)
  expect(pushed.at(-1)).toMatchObject({ act: movieScan.name, data: { is_scanning: false, films: 1 } })
  tellAll()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(pushed).toHaveLength(before + 1)
  expect(library.faults).toEqual([])
  reports.stop()
  await library.stop()
})
