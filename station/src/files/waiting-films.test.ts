/** How many films wait for an allowed folder whose disk is away. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { openDb, type Db } from '../kit/db.ts'
import { addFilm } from '../testing/film-rows.ts'
import { createAllowedFolders } from './allowed-folders.ts'
import { fileFactQueries } from './file-facts.query.ts'
import { createFolderPages } from './file-list.ts'

let folder: string
let db: Db

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-waiting-'))
  db = await openDb(join(folder, 'station.db'), migrations)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

it('an allowed folder that is away says how many films of the library lie in it, a series counted once; one that is there says none', async () => {
  const [films, old] = [join(folder, 'Films'), join(folder, 'Old films')]
  mkdirSync(films)
  const episode = (film_id: string) =>
    addFilm(db, { film_id, root: old, paths: [join(old, 'S', `${film_id}.mkv`)], more: { kind: 'episode', series_id: 'S' } })
  await addFilm(db, { film_id: 'A', root: films, paths: [join(films, 'a.mkv')] })
  await addFilm(db, { film_id: 'parted', root: old, paths: [join(old, 'cd1.mkv'), join(old, 'cd2.mkv')] })
  await episode('1')
  await episode('2')
  await addFilm(db, { film_id: 'beside', root: folder, paths: [join(folder, 'Old films 2', 'b.mkv')] })
  await addFilm(db, { film_id: 'gone', root: old, paths: [join(old, 'c.mkv')], more: { is_listed: 0 } })
  const folders = createAllowedFolders({ downloads: [films], library: [old], writesLibrary: false })
  const pages = createFolderPages({ folders, facts: fileFactQueries(db, [films]), now: () => 0 })
  const { entries } = await pages.roots()
  expect(entries.map((entry) => [entry.name, entry.items, entry.films])).toEqual([
    ['Films', 0, 0],
    ['Old films', null, 2],
  ])
})
