/** A film that was copied to another disk, or into another folder, and is gone where it was: the copy takes its ids (of the film and of its files), and with them what people marked and set by hand. */
import { basename } from 'node:path'
import type { Db } from '../../kit/db.ts'
import { rowsOfBatches } from '../film/chunk.ts'
import type { KnownFile } from '../film/file.query.ts'
import { keepMerged } from '../film/merged.store.ts'
import { markSurroundings } from '../film/film-changes.store.ts'
import type { FilmRow } from '../film/film-row.ts'
import { namedByHand } from '../group/regroup.store.ts'

/** The same for a file and its copy: size and name. Disks and shares may write a name in other case, or in another form of Unicode. */
export function copyKey({ path, size }: Pick<KnownFile, 'path' | 'size'>): string {
  return `${size} ${basename(path).normalize('NFC').toLowerCase()}`
}

/** In the transaction that deleted these files. Returns the films that changed. */
export async function takeOverCopies(tx: Db, gone: readonly KnownFile[]): Promise<string[]> {
  const sizes = [...new Set(gone.map(({ size }) => size))]
  const files = await rowsOfBatches(sizes, (some) =>
    tx.selectFrom('movie_file').select(['file_id', 'film_id', 'path', 'size']).where('size', 'in', some).execute(),
  )
  const ended = files.length > 0 ? await withoutFiles(tx, gone) : []
  const byKey = Map.groupBy(files, copyKey)
  const byHand = files.length > 0 ? await namedByHand(tx) : new Set<string>()
  /** The film that has the files of a copy now. */
  const holders = new Map<string, string>()
  /** The film into which one that is gone went. */
  const into = new Map<string, string>()
  const changed: string[] = []
  for (const [film_id, ofFilm] of Map.groupBy(ended, (file) => file.film_id)) {
    // Pieces of discs have one size and name on all of them: every file of the film has its copy.
    const [first, ...rest] = ofFilm.map((file) => new Set(byKey.get(copyKey(file))?.map((one) => one.film_id)))
    const match = [...(first ?? [])].find((id) => rest.every((ids) => ids.has(id)))
    if (match === undefined) continue
    const copy = holders.get(match) ?? match
    const stays = holders.has(match) || (byHand.has(copy) && !byHand.has(film_id))
    holders.set(match, stays ? copy : film_id)
    if (stays) into.set(film_id, copy)
    for (const id of [copy, film_id]) changed.push(id)
    for (const id of await takeOver(tx, { film_id, copy, stays })) changed.push(id)
    await pause()
  }
  const filmOf = (file: CopyRow) => holders.get(file.film_id) ?? file.film_id
  for (const file of gone) {
    const film = into.get(file.film_id) ?? file.film_id
    const copies = byKey.get(copyKey(file)) ?? []
    const at = copies.findIndex((one) => filmOf(one) === film)
    const [copy] = at < 0 ? [] : copies.splice(at, 1)
    if (!copy) continue
    await tx.updateTable('movie_file').set({ file_id: file.file_id }).where('file_id', '=', copy.file_id).execute()
    await pause()
  }
  return changed
}

/** Others are served meanwhile. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

type CopyRow = Pick<KnownFile, 'file_id' | 'film_id' | 'path' | 'size'>

/** The files of films that have no other ones. */
async function withoutFiles(tx: Db, gone: readonly KnownFile[]): Promise<KnownFile[]> {
  const live = await rowsOfBatches(
    gone.map(({ film_id }) => film_id),
    (ids) => tx.selectFrom('movie_file').select('film_id').where('film_id', 'in', ids).distinct().execute(),
  )
  const ids = new Set(live.map(({ film_id }) => film_id))
  return gone.filter(({ film_id }) => !ids.has(film_id))
}

type Copied = {
  film_id: string
  copy: string
  /** The copy keeps its id: a person has named it, or it has that of another film already. */
  stays: boolean
}

/** The film gets files, key and names of its copy. Returns the series that changed. */
async function takeOver(tx: Db, { film_id, copy, stays }: Copied): Promise<string[]> {
  const rows = await tx.selectFrom('movie_film').selectAll().where('film_id', 'in', [film_id, copy]).execute()
  const [before, now] = [film_id, copy].map((id) => rows.find((row) => row.film_id === id))
  if (!before || !now) return []
  const series = [before.series_id, now.series_id]
  if (!stays) {
    await tx
      .updateTable('movie_film')
      .set({ group_key: `before\n${copy}` })
      .where('film_id', '=', copy)
      .execute()
    await tx.updateTable('movie_film').set(namesOf(now)).where('film_id', '=', film_id).execute()
    await tx.updateTable('movie_file').set({ film_id }).where('film_id', '=', copy).execute()
    await markSurroundings(tx, [film_id])
  }
  await keepMerged(tx, [
    stays ? { from: film_id, to: copy } : { from: copy, to: film_id },
    { from: before.series_id, to: now.series_id || (stays ? copy : film_id) },
  ])
  return series.filter((id) => id !== '')
}

function namesOf({ group_key, title, original_title, year, kind, series_id, season, episode, episode_end, air_date }: FilmRow) {
  return { group_key, title, original_title, year, kind, series_id, season, episode, episode_end, air_date }
}
