/** A file that was replaced keeps its film, whatever an earlier version read in its name. */
import { expect, it } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { openDb } from '../../kit/db.ts'
import { testFolder } from '../../testing/downloads.ts'
import { groupFilm } from '../group/group-film.ts'
import { scanStore } from './scan.store.ts'

const root = '/films'
const fileAt = (path: string) =>
  groupFilm({ root, scanned: { path, size: 2, modified_at: 9, changed_at: 9, inode: '1:1' }, isOwn: false, now: 9 })

/** As an earlier version wrote it: another title and key, and the id derived from that key. */
function earlier(path: string) {
  const file = fileAt(path)
  const film = { ...file.film, film_id: 'kept', group_key: `${root}\nold title\n`, title: 'old title', year: null, added_at: 1 }
  return { ...file, size: 1, film }
}

async function openStore() {
  const db = await openDb(`${testFolder()}/station.db`, migrations)
  const films = () => db.selectFrom('movie_film').select(['film_id', 'title', 'year', 'added_at']).orderBy('film_id').execute()
  return {
    store: scanStore(db),
    films,
    files: () => db.selectFrom('movie_file').select(['path', 'film_id']).orderBy('path').execute(),
    db,
  }
}

it('the film of a replaced file takes the better title and keeps its id and its day', async () => {
  const { store, films, files, db } = await openStore()
  const path = `${root}/The.Harbour.iTA.ENG.2016.BDMux.mkv`
  await store.add([earlier(path)])
  await store.add([fileAt(path)])
  expect(await films()).toEqual([{ film_id: 'kept', title: 'The Harbour', year: 2016, added_at: 1 }])
  expect(await files()).toEqual([{ path, film_id: 'kept' }])
  await store.add([fileAt(`${root}/The.Harbour.2016.2160p.mkv`)])
  expect((await files()).map(({ film_id }) => film_id)).toEqual(['kept', 'kept'])
  await db.destroy()
})

it('where another film has the title already, neither is emptied', async () => {
  const { store, films, files, db } = await openStore()
  const path = `${root}/The.Harbour.iTA.ENG.2016.BDMux.mkv`
  const other = fileAt(`${root}/The.Harbour.2016.2160p.mkv`)
  await store.add([earlier(path)])
  await store.add([other])
  await store.add([fileAt(path)])
  expect((await films()).map(({ film_id }) => film_id).sort()).toEqual([other.film.film_id, 'kept'].sort())
  expect((await files()).map(({ film_id }) => film_id)).toEqual([other.film.film_id, 'kept'])
  await db.destroy()
})
