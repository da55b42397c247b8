/** Folders that people hide from media programs by a file in them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'

let library: TestLibrary
afterEach(async () => {
  expect(library.faults).toEqual([])
  await library.stop()
})

it.each(['.nomedia', '.ignore'])(
  'a folder with %s is not in the library, with all below it, until that goes; the library folder itself is',
  async (name) => {
    library = await openTestLibrary()
    const one = await clip()
    library.put(one, 'Tides.mkv')
    const below = library.put(one, 'Private', 'Deep', 'Harbour.mkv')
    writeFileSync(join(library.root, name), '')
    await library.movies.sync()
    expect(await library.titles()).toEqual(['Harbour', 'Tides'])
    const file = join(library.root, 'Private', name)
    writeFileSync(file, '')
    await library.movies.scan([file])
    expect(await library.titles()).toEqual(['Tides'])
    // An event of a file below it.
    await library.movies.scan([below])
    expect(await library.titles()).toEqual(['Tides'])
    rmSync(file)
    await library.movies.scan([file])
    expect(await library.titles()).toEqual(['Harbour', 'Tides'])
  },
)

it('a file of patterns, and a folder of that name, hide nothing', async () => {
  library = await openTestLibrary()
  library.put(await clip(), 'One', 'Harbour.mkv')
  library.put(await clip(), 'Two', 'Tides.mkv')
  writeFileSync(join(library.root, 'One', '.ignore'), '*.txt\n')
  mkdirSync(join(library.root, 'Two', '.nomedia'))
  await library.movies.sync()
  expect(await library.titles()).toEqual(['Harbour', 'Tides'])
})
