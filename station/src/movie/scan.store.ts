/** What a scan writes: added, moved and dropped files, with the films they belong to. */
import type { Db } from '../kit/db.ts'
import type { FilmFileRow, FilmRow } from '../kit/tables.ts'
import { batchesOf } from './batches.ts'
import type { KnownFile } from './file.query.ts'
import { noEpisode } from './film.query.ts'
import { markChanged } from './film-changes.store.ts'
import { freeIds } from './free-id.query.ts'

/** A file with the film it belongs to, derived from its name. */
export type NewFile = Pick<FilmFileRow, 'file_id' | 'path' | 'root' | 'size' | 'modified_at' | 'inode' | 'part' | 'quality'> & {
  film: Pick<FilmRow, 'film_id' | 'group_key' | 'title' | 'original_title' | 'year' | 'added_at'>
}
type NewFileRow = Omit<NewFile, 'film'> & Pick<FilmFileRow, 'film_id'>

const noFacts = {
  duration_ms: null,
  width: null,
  height: null,
  video: '',
  audio: '',
  pix_fmt: '',
  container: '',
  subtitles: '[]',
}
const newFilm = { ...noEpisode, poster: '', picture_state: 'new', is_listed: 0, changed: 1 } as const

export function scanStore(db: Db) {
  return {
    /** Adds new files to the film of their group, or to a new film; a file at a known path keeps its film; films that lost or gained a file are marked as changed. */
    add: (files: readonly NewFile[]): Promise<void> => db.transaction().execute((tx) => addFiles(tx, files)),
    /** Renames a file: it keeps its id and facts; a film with no other file keeps its id too. */
    move: (file: KnownFile, to: NewFile): Promise<void> => db.transaction().execute((tx) => moveFile(tx, file, to)),
    drop(files: readonly KnownFile[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        for (const some of batchesOf(files)) {
          const ids = some.map(({ file_id }) => file_id)
          await tx.deleteFrom('movie_file').where('file_id', 'in', ids).execute()
        }
        await markChanged(
          tx,
          files.map(({ film_id }) => film_id),
        )
      })
    },
  }
}

async function addFiles(tx: Db, files: readonly NewFile[]): Promise<void> {
  const keys = [...new Set(files.map(({ film }) => film.group_key))]
  const existing = await tx.selectFrom('movie_film').select(['film_id', 'group_key']).where('group_key', 'in', keys).execute()
  const filmOf = new Map(existing.map(({ group_key, film_id }) => [group_key, film_id]))
  const free = await freeIds(tx, files)
  const kept = await keptFilms(tx, files, filmOf)
  const added: FilmRow[] = []
  for (const { film } of files) {
    if (filmOf.has(film.group_key)) continue
    const film_id = free(film.film_id, film.group_key)
    filmOf.set(film.group_key, film_id)
    added.push({ ...film, film_id, ...newFilm })
  }
  if (added.length > 0) await tx.insertInto('movie_film').values(added).execute()
  const rows = files.map(({ film, ...file }) => ({
    ...file,
    file_id: free(file.file_id, file.path),
    film_id: kept.get(file.path) ?? filmOf.get(film.group_key) ?? film.film_id,
  }))
  await writeFiles(tx, rows)
  await markChanged(
    tx,
    rows.map(({ film_id }) => film_id),
  )
}

/**
 * A file that was replaced at its path keeps its film, also where its name is read in another way than when it was added:
 * the film takes the new title and key if no other film has the key.
 */
async function keptFilms(tx: Db, files: readonly NewFile[], filmOf: Map<string, string>): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  const paths = new Map(files.map((file) => [file.path, file]))
  const rows = await tx
    .selectFrom('movie_file')
    .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
    .select(['movie_file.path', 'movie_file.film_id', 'movie_film.group_key'])
    .where('movie_file.path', 'in', [...paths.keys()])
    .execute()
  for (const { path, film_id, group_key } of rows) {
    const film = paths.get(path)?.film
    if (!film || film.group_key === group_key) continue
    kept.set(path, film_id)
    if (filmOf.has(film.group_key)) continue
    const { film_id: _, added_at: __, ...names } = film
    await tx.updateTable('movie_film').set(names).where('film_id', '=', film_id).execute()
    filmOf.set(film.group_key, film_id)
  }
  return kept
}

/** A file with a known id was replaced: it is probed again. */
async function writeFiles(tx: Db, rows: readonly NewFileRow[]): Promise<void> {
  await tx
    .insertInto('movie_file')
    .values(rows.map((row) => ({ ...row, ...noFacts, state: 'new' as const })))
    .onConflict((on) =>
      on.column('file_id').doUpdateSet((eb) => ({
        film_id: eb.ref('excluded.film_id'),
        size: eb.ref('excluded.size'),
        modified_at: eb.ref('excluded.modified_at'),
        inode: eb.ref('excluded.inode'),
        part: eb.ref('excluded.part'),
        quality: eb.ref('excluded.quality'),
        ...noFacts,
        state: 'new',
      })),
    )
    .execute()
}

async function moveFile(tx: Db, file: KnownFile, to: NewFile): Promise<void> {
  const { film, file_id: _, ...place } = to
  const existing = await tx.selectFrom('movie_film').select('film_id').where('group_key', '=', film.group_key).executeTakeFirst()
  const others = await tx
    .selectFrom('movie_file')
    .select('file_id')
    .where('film_id', '=', file.film_id)
    .where('file_id', '!=', file.file_id)
    .executeTakeFirst()
  await tx.deleteFrom('movie_file').where('path', '=', place.path).where('file_id', '!=', file.file_id).execute()
  let filmId = existing?.film_id
  if (filmId === undefined && !others) {
    filmId = file.film_id
    const { film_id: __, added_at: ___, ...names } = film
    await tx.updateTable('movie_film').set(names).where('film_id', '=', filmId).execute()
  }
  if (filmId === undefined) {
    filmId = (await freeIds(tx, [to]))(film.film_id, film.group_key)
    await tx
      .insertInto('movie_film')
      .values({ ...film, film_id: filmId, ...newFilm })
      .execute()
  }
  await tx
    .updateTable('movie_file')
    .set({ ...place, film_id: filmId })
    .where('file_id', '=', file.file_id)
    .execute()
  await markChanged(tx, [filmId, file.film_id])
}
