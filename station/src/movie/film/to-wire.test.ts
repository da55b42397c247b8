/** Files of a film on the wire: what their names say of the version. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clip, openTestLibrary, type TestLibrary } from '../../testing/library.ts'
import { rowOf } from './to-wire.ts'

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
