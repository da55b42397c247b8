/** Discs that were copied to folders: which of their files are the film. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { until } from '../../../../testing/until.ts'
import { playlistOf } from '../../testing/playlist.ts'
import { readPlaylist } from './read-playlist.ts'

let library: TestLibrary
beforeEach(async () => {
  library = await openTestLibrary()
})
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

const films = async () => (await library.movies.list(99, 0)).data
async function whole(): Promise<boolean> {
  const { is_scanning } = await library.movies.state()
  return !is_scanning && (await library.movies.store.unpictured({ of: undefined, skipped: [], limit: 1 })).length === 0
}

it('a playlist that is cut short anywhere, or is none, is not read', () => {
  const whole = playlistOf([
    ['00010', 1],
    ['00001', 2],
  ])
  expect(readPlaylist(whole)).toEqual([
    { name: '00010', durationMs: 1_000 },
    { name: '00001', durationMs: 2_000 },
  ])
  for (let length = 0; length < whole.length - 12; length += 1) expect(readPlaylist(whole.subarray(0, length))).toBeUndefined()
  expect(readPlaylist(Buffer.alloc(200, 0xff))).toBeUndefined()
})

it('a copied disc is its main title: neither menus nor extras are played or count (S9)', async () => {
  const [short, long] = [await clip({ suffix: 'ts' }), await clip({ seconds: 3, suffix: 'ts' })]
  library.put(short, 'Dune', 'BDMV', 'STREAM', '00000.m2ts')
  library.put(long, 'Dune', 'BDMV', 'STREAM', '00001.m2ts')
  library.put(short, 'Alien', 'VIDEO_TS', 'VIDEO_TS.VOB')
  library.put(short, 'Alien', 'VIDEO_TS', 'VTS_01_1.VOB')
  library.put(short, 'Alien', 'VIDEO_TS', 'VTS_02_0.VOB')
  library.put(long, 'Alien', 'VIDEO_TS', 'VTS_02_1.VOB')
  library.put(short, 'Alien', 'VIDEO_TS', 'VTS_02_2.VOB')
  await library.movies.start()
  await until('all is read', whole)
  const [alien, dune] = (await films()).toSorted((a, b) => (a.title < b.title ? -1 : 1))
  expect(dune?.duration_ms).toBeLessThan(3_500)
  expect(alien?.duration_ms).toBeGreaterThan(3_500)
  expect(alien?.duration_ms).toBeLessThan(4_600)
  expect((await library.movies.firstFileOf(dune?.id ?? ''))?.path).toMatch(/00001/)
  const first = await library.movies.firstFileOf(alien?.id ?? '')
  expect(first?.path).toMatch(/VTS_02_1/)
  const parts = await library.movies.partsOf(first?.id ?? '')
  expect(parts.map(({ path }) => path.slice(-12))).toEqual(['VTS_02_1.VOB', 'VTS_02_2.VOB'])
  const main = await library.movies.firstFileOf(dune?.id ?? '')
  expect(await library.movies.partsOf(main?.id ?? '')).toEqual([])
})

it('a copied Blu-ray is what its longest playlist shows, in its order, also where another clip is larger', async () => {
  const [short, long] = [await clip({ suffix: 'ts' }), await clip({ seconds: 3, suffix: 'ts' })]
  for (const [name, file] of Object.entries({ '00010': short, '00007': short, '00001': short, '00099': long }))
    library.put(file, 'Tides (1999)', 'BDMV', 'STREAM', `${name}.m2ts`)
  const playlists = join(library.root, 'Tides (1999)', 'BDMV', 'PLAYLIST')
  mkdirSync(playlists)
  // A menu in a loop, the film, and one whose clip is not on the disc.
  writeFileSync(join(playlists, '00000.mpls'), playlistOf([...Array(9)].map(() => ['00099', 3] as const)))
  writeFileSync(
    join(playlists, '00001.mpls'),
    playlistOf([
      ['00010', 1],
      ['00001', 1],
      ['00007', 2],
    ]),
  )
  writeFileSync(join(playlists, '00002.mpls'), playlistOf([['00055', 60]]))
  writeFileSync(join(playlists, '00003.mpls'), playlistOf([['00099', 9]]).subarray(0, 50))
  await library.movies.start()
  await until('all is read', whole)
  const [film] = await films()
  expect(film?.duration_ms).toBeGreaterThan(2_900)
  expect(film?.duration_ms).toBeLessThan(3_600)
  const first = await library.movies.firstFileOf(film?.id ?? '')
  expect(first?.path).toMatch(/00010/)
  const parts = await library.movies.partsOf(first?.id ?? '')
  expect(parts.map(({ path }) => path.slice(-10))).toEqual(['00010.m2ts', '00001.m2ts', '00007.m2ts'])
  // A playlist that is copied after its clips.
  writeFileSync(
    join(playlists, '00004.mpls'),
    playlistOf([
      ['00099', 3],
      ['00007', 2],
    ]),
  )
  await library.movies.sync()
  await until('the main title is another one', async () =>
    /00099/.test((await library.movies.firstFileOf(film?.id ?? ''))?.path ?? ''),
  )
})
