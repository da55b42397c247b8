/** Writes the result of a scan: added, moved and dropped files, with the films they belong to. */
import { writeUnsynced, type Db } from '../../kit/db.ts'
import { batchesOf, rowsOfBatches } from '../film/chunk.ts'
import type { KnownFile } from '../film/file.query.ts'
import { markChanged, markSurroundings, readBesideAnew } from '../film/film-changes.store.ts'
import { takeOverCopies } from './copied.store.ts'
import { keepMerged } from '../film/merged.store.ts'
import { freeIds } from '../group/free-id.query.ts'
import type { Move, NewFile } from '../group/film-file-row.ts'
import { groupByIds } from '../group/name-ids.ts'
import { newFilm } from '../group/no-episode.ts'
import { assignSeries, renameSeries } from '../group/series.store.ts'
import type { FilmFileRow, FilmRow } from '../film/film-row.ts'

type NewFileRow = Omit<NewFile, 'film' | 'series'> & Pick<FilmFileRow, 'film_id'>

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

export type ScanStore = ReturnType<typeof scanStore>

export function scanStore(db: Db) {
  return {
    /** Adds new files to the film of their group, or to a new film; a file at a known path keeps its film; films that lost or gained a file are marked as changed. */
    add: (files: readonly NewFile[]): Promise<void> => writeUnsynced(db, (tx) => addFiles(tx, files)),
    /**
     * Renames files: they keep their ids and facts; a film of which no file stays keeps its id too, and so does a series.
     * isGone: whether no file is at a path any more; files of one film that moved may come one after another.
     */
    move: (moves: readonly Move[], isGone: (path: string) => Promise<boolean>): Promise<void> =>
      db.transaction().execute((tx) => moveFiles(tx, moves, isGone)),
    /** A film whose files were copied elsewhere before keeps its id there. */
    drop(files: readonly KnownFile[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        for (const some of batchesOf(files)) {
          const ids = some.map(({ file_id }) => file_id)
          await tx.deleteFrom('movie_file').where('file_id', 'in', ids).execute()
        }
        const changed = await takeOverCopies(tx, files)
        await markChanged(tx, [...files.map(({ film_id }) => film_id), ...changed])
      })
    },
  }
}

async function addFiles(tx: Db, added: readonly NewFile[]): Promise<void> {
  const files = await groupByIds(tx, await assignSeries(tx, added))
  const keys = [...new Set(files.map(({ film }) => film.group_key))]
  const existing = await tx.selectFrom('movie_film').select(['film_id', 'group_key']).where('group_key', 'in', keys).execute()
  const filmOf = new Map(existing.map(({ group_key, film_id }) => [group_key, film_id]))
  const free = await freeIds(tx, files)
  const idByFile = await keptFilms(tx, files, filmOf)
  const films: FilmRow[] = []
  for (const { film } of files) {
    if (filmOf.has(film.group_key)) continue
    const film_id = free(film.film_id, film.group_key)
    filmOf.set(film.group_key, film_id)
    films.push({ ...film, film_id, ...newFilm })
  }
  for (const some of batchesOf(films)) await tx.insertInto('movie_film').values(some).execute()
  const rows = files.map(({ film, ...file }) => ({
    ...fileColumns(file),
    file_id: free(file.file_id, file.path),
    film_id: idByFile.get(file.path) ?? filmOf.get(film.group_key) ?? film.film_id,
  }))
  await writeFiles(tx, rows)
  await nameYears(tx, files, filmOf)
  const ids = rows.map(({ film_id }) => film_id)
  await markSurroundings(tx, ids)
  await markChanged(tx, ids)
}

/** An episode whose first file does not name a year takes it from another one. */
async function nameYears(tx: Db, files: readonly NewFile[], filmOf: Map<string, string>): Promise<void> {
  const years = new Map(files.map(({ film }) => [film.group_key, film.series_id === '' ? null : film.year]))
  for (const [key, year] of years) {
    const film_id = filmOf.get(key)
    if (year === null || film_id === undefined) continue
    await tx.updateTable('movie_film').set({ year }).where('film_id', '=', film_id).where('year', 'is', null).execute()
  }
}

/**
 * A file that was replaced at its path keeps its film, also where its name is read in another way than when it was added:
 * the film takes the new title and key if no other film has the key.
 */
async function keptFilms(tx: Db, files: readonly NewFile[], filmOf: Map<string, string>): Promise<Map<string, string>> {
  const idByFile = new Map<string, string>()
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
    idByFile.set(path, film_id)
    if (filmOf.has(film.group_key)) continue
    const { film_id: _, added_at: __, ...names } = film
    await tx.updateTable('movie_film').set(names).where('film_id', '=', film_id).execute()
    filmOf.set(film.group_key, film_id)
  }
  return idByFile
}

/** The columns of a file's row that come from its path. */
function fileColumns({ path, root, size, modified_at, inode, part, quality }: Omit<NewFile, 'film' | 'file_id'>) {
  return { path, root, size, modified_at, inode, part, quality }
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

type MoveDeps = Move & { tx: Db; stays: (path: string) => Promise<boolean> }

async function moveFiles(tx: Db, moves: readonly Move[], isGone: (path: string) => Promise<boolean>): Promise<void> {
  const before = moves.map(({ file }) => file.film_id)
  const seriesBefore = await seriesOf(tx, before)
  const moved = new Set(moves.map(({ file }) => file.path))
  const stays = async (path: string) => !moved.has(path) && !(await isGone(path))
  await renameSeries(tx, moves, stays)
  const episodes = await assignSeries(
    tx,
    moves.map(({ to }) => to),
  )
  const grouped = await groupByIds(tx, episodes)
  const after: string[] = []
  for (const [at, to] of grouped.entries()) {
    const file = moves[at]?.file
    if (file) after.push(await moveFile({ tx, file, to, stays }))
  }
  await keepMerged(
    tx,
    after.flatMap((to, at) => {
      const from = before[at] ?? ''
      return [
        { from, to },
        { from: seriesBefore.get(from) ?? '', to: grouped[at]?.film.series_id || to },
      ]
    }),
  )
  await markSurroundings(tx, after)
  await readBesideAnew(tx, after)
  await markChanged(tx, [...after, ...before, ...seriesBefore.values()])
}

/** By film, where it belongs to one. */
async function seriesOf(tx: Db, filmIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOfBatches(filmIds, (ids) =>
    tx
      .selectFrom('movie_film')
      .select(['film_id', 'series_id'])
      .where('film_id', 'in', ids)
      .where('series_id', '!=', '')
      .execute(),
  )
  return new Map(rows.map(({ film_id, series_id }) => [film_id, series_id]))
}

/** The film that the file belongs to now. */
async function moveFile({ tx, file, to, stays }: MoveDeps): Promise<string> {
  const { film } = to
  const columns = fileColumns(to)
  const existing = await tx.selectFrom('movie_film').select('film_id').where('group_key', '=', film.group_key).executeTakeFirst()
  await tx.deleteFrom('movie_file').where('path', '=', columns.path).where('file_id', '!=', file.file_id).execute()
  let filmId = existing?.film_id
  if (filmId === undefined && !(await hasOthers({ tx, file, to, stays }))) {
    filmId = file.film_id
    const { film_id: _, added_at: __, ...names } = film
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
    .set({ ...columns, film_id: filmId })
    .where('file_id', '=', file.file_id)
    .execute()
  return filmId
}

/** Whether another file of the film stays where it is. */
async function hasOthers({ tx, file, stays }: MoveDeps): Promise<boolean> {
  const others = await tx
    .selectFrom('movie_file')
    .select('path')
    .where('film_id', '=', file.film_id)
    .where('file_id', '!=', file.file_id)
    .execute()
  for (const { path } of others) if (await stays(path)) return true
  return false
}
