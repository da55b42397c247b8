/** How many films wait for an allowed folder whose disk is away. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
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
  await liesOn(statSync(films).dev, 'A')
  await addFilm(db, { film_id: 'parted', root: old, paths: [join(old, 'cd1.mkv'), join(old, 'cd2.mkv')] })
  await episode('1')
  await episode('2')
  await addFilm(db, { film_id: 'beside', root: folder, paths: [join(folder, 'Old films 2', 'b.mkv')] })
  await addFilm(db, { film_id: 'gone', root: old, paths: [join(old, 'c.mkv')], more: { is_listed: 0 } })
  expect(await roots([films, old])).toEqual([
    ['Films', 0, 0],
    ['Old films', null, 2],
  ])
})

it('the place where a disk was mounted is away, and takes nothing; a folder that people emptied is there', async () => {
  const [films, old] = [join(folder, 'Films'), join(folder, 'Old films')]
  for (const one of [films, old]) mkdirSync(one)
  await addFilm(db, { film_id: 'A', root: films, paths: [join(films, 'a.mkv')] })
  await addFilm(db, { film_id: 'B', root: old, paths: [join(old, 'b.mkv')] })
  await liesOn(statSync(films).dev, 'A')
  // Its film lay on another device than the folder that is left.
  await liesOn(0, 'B')
  expect(await roots([films, old])).toEqual([
    ['Films', 0, 0],
    ['Old films', null, 1],
  ])
  const folders = foldersOf([films, old])
  const ids = folders.folders.map(({ id }) => id)
  await folders.folderAt(ids[0] ?? '')
  expect(await folders.folderAt(ids[1] ?? '').catch((error: unknown) => error)).toMatchObject({ data: { reason: 'gone' } })
})

const liesOn = (device: number, film_id: string) =>
  db
    .updateTable('movie_file')
    .set({ inode: `${device}:1` })
    .where('film_id', '=', film_id)
    .execute()

const foldersOf = (downloads: readonly string[]) =>
  createAllowedFolders({ downloads, library: [], writesLibrary: false }, fileFactQueries(db, downloads))

async function roots(downloads: readonly string[]) {
  const pages = createFolderPages({ folders: foldersOf(downloads), facts: fileFactQueries(db, downloads), now: () => 0 })
  return (await pages.roots()).entries.map((entry) => [entry.name, entry.items, entry.films])
}
