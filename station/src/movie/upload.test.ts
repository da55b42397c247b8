/** Poster uploads to the realms in which the box is bound. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { clip, openTestLibrary, type TestLibrary } from '../testing/library.ts'
import { until } from '../../../testing/until.ts'
import { createUpload } from './upload.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
  library.put(await clip(), 'Film.2020.mkv')
  await library.movies.start()
  await until('its picture is made', async () => (await library.movies.list(9, 0)).data[0]?.poster !== '')
})
afterEach(() => library.stop())

it('P38: a picture reaches each bound realm once, also where the cloud was away first; a realm that is left is forgotten', async () => {
  const sent: [Lang, string, Buffer][] = []
  let bound: Lang[] = ['en', 'zh']
  let isAway = true
  let tries = 0
  const upload = createUpload({
    movies: library.movies,
    realms: () => bound,
    put: async (realm, id, bytes) => {
      tries += 1
      if (isAway) throw new Error('nobody answers there')
      sent.push([realm, id, bytes])
    },
    onFault: (fault) => library.faults.push(fault),
  })
  upload.wake()
  await until('it was tried', () => tries === 1)
  isAway = false
  upload.wake()
  await until('both have it', () => sent.length === 2)
  upload.wake()
  const poster = (await library.movies.list(1, 0)).data[0]?.poster ?? ''
  const picture = readFileSync((await library.movies.posterPath(poster)) ?? '')
  expect(sent.map(([realm, id]) => [realm, id]).toSorted()).toEqual([
    ['en', poster],
    ['zh', poster],
  ])
  expect(sent.every(([, , bytes]) => bytes.equals(picture))).toBe(true)
  bound = ['en']
  upload.household(bound)
  bound = ['en', 'zh']
  upload.household(bound)
  await until('the realm that came back has it again', () => sent.length === 3)
  expect(sent.at(-1)?.[0]).toBe('zh')
  expect(library.faults).toEqual([])
  await upload.stop()
})
