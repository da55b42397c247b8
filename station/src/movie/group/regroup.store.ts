/** Reads all known files for grouping them anew, and writes the groups in small transactions. */
import type { Db } from '../../kit/db.ts'
import { batchesOf } from '../film/chunk.ts'
import { keepMerged } from '../film/merged.store.ts'
import { markChanged, readBesideAnew } from '../film/film-changes.store.ts'
import type { NewFile } from './film-file-row.ts'
import { newFilm } from './no-episode.ts'
import type { PlannedFilm } from './regroup-plan.ts'
import type { FilmFileRow, FilmRow } from '../film/film-row.ts'

export type FileWithFilm = Pick<FilmFileRow, 'file_id' | 'film_id' | 'path' | 'root' | 'size' | 'modified_at' | 'inode'> &
  Pick<FilmRow, 'added_at' | 'series_id'>

export type RegroupStore = ReturnType<typeof regroupStore>

export function regroupStore(db: Db) {
  return {
    filesWithFilms: (): Promise<FileWithFilm[]> =>
      db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(['file_id', 'movie_file.film_id', 'path', 'root', 'size', 'modified_at', 'inode', 'added_at', 'series_id'])
        .execute(),
    series: () => db.selectFrom('movie_film').select(['film_id', 'group_key']).where('kind', '=', 'series').execute(),
    namedByHand: () => namedByHand(db),
    /** A killed run is repeated: what is written already stays as it is. */
    regroup: (planned: readonly PlannedFilm[]): Promise<void> => db.transaction().execute((tx) => writeGroups(tx, planned)),
  }
}

/** Films that a person has named, or of which nothing that was found is right. */
export async function namedByHand(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('movie_identity')
    .select('film_id')
    .where((eb) => eb.or([eb('source', '=', 'person'), eb('is_settled', '=', 1)]))
    .execute()
  return new Set(rows.map(({ film_id }) => film_id))
}

async function writeGroups(tx: Db, planned: readonly PlannedFilm[]): Promise<void> {
  const changed = [...(await writeFilms(tx, planned)), ...(await writeFiles(tx, planned))]
  const moved = planned.flatMap(({ film, files }) => files.map((before) => ({ film, before })))
  await keepMerged(
    tx,
    moved.flatMap(({ film, before }) => [
      { from: before.film_id, to: film.film_id },
      { from: before.series_id, to: film.series_id || film.film_id },
    ]),
  )
  if (changed.length > 0) await markChanged(tx, changed)
}

async function writeFilms(tx: Db, planned: readonly PlannedFilm[]): Promise<string[]> {
  const ids = planned.map(({ film }) => film.film_id)
  const keys = planned.map(({ film }) => film.group_key)
  const before = new Map(
    (await tx.selectFrom('movie_film').selectAll().where('film_id', 'in', ids).execute()).map((row) => [row.film_id, row]),
  )
  const holders = await tx.selectFrom('movie_film').select(['film_id', 'group_key']).where('group_key', 'in', keys).execute()
  const idByKey = new Map(planned.map(({ film }) => [film.group_key, film.film_id]))
  const changed: string[] = []
  const altered: string[] = []
  for (const { film_id, group_key } of holders) {
    if (idByKey.get(group_key) === film_id) continue
    await tx
      .updateTable('movie_film')
      .set({ group_key: `before\n${film_id}` })
      .where('film_id', '=', film_id)
      .execute()
  }
  for (const { film } of planned) {
    const row = before.get(film.film_id)
    const { added_at: _, ...names } = film
    if (!row)
      await tx
        .insertInto('movie_film')
        .values({ ...film, ...newFilm })
        .execute()
    else if (isSame(row, film)) continue
    else await tx.updateTable('movie_film').set(namesOf(row, names)).where('film_id', '=', film.film_id).execute()
    changed.push(film.film_id)
    if (row && row.series_id !== '' && row.series_id !== film.series_id) changed.push(row.series_id)
    if (row && !isSameEpisode(row, film)) altered.push(film.film_id)
  }
  await readBesideAnew(tx, altered)
  return changed
}

type EpisodeColumns = Pick<FilmRow, 'series_id' | 'season' | 'episode'>

function isSameEpisode(one: EpisodeColumns, other: EpisodeColumns): boolean {
  return one.series_id === other.series_id && one.season === other.season && one.episode === other.episode
}

/** The year of a series is that of its episodes, which markChanged writes. A film that became an episode gets a picture of its form. */
function namesOf(row: FilmRow, names: Omit<NewFile['film'], 'added_at'>): Partial<FilmRow> {
  const isOtherShape = (row.kind === 'episode') !== (names.kind === 'episode')
  return {
    ...names,
    ...(names.kind === 'series' && { year: row.year }),
    ...(isOtherShape && row.picture_state === 'made' && { picture_state: 'new' as const }),
  }
}

function isSame(row: FilmRow, film: NewFile['film']): boolean {
  const { added_at: _, ...names } = film.kind === 'series' ? { ...film, year: row.year } : film
  return Object.entries(names).every(([column, value]) =>
    Object.entries(row).some(([name, now]) => name === column && now === value),
  )
}

async function writeFiles(tx: Db, planned: readonly PlannedFilm[]): Promise<string[]> {
  const changed: string[] = []
  const rows = planned.flatMap(({ film, files }) => files.map((one) => ({ ...one, to: film.film_id })))
  const before = new Map<string, Pick<FilmFileRow, 'film_id' | 'part' | 'quality'>>()
  for (const some of batchesOf(rows)) {
    const ids = some.map(({ file }) => file.file_id)
    const stored = await tx
      .selectFrom('movie_file')
      .select(['file_id', 'film_id', 'part', 'quality'])
      .where('file_id', 'in', ids)
      .execute()
    for (const row of stored) before.set(row.file_id, row)
  }
  for (const { file, to } of rows) {
    const row = before.get(file.file_id)
    const { part, quality } = file
    if (!row || (row.film_id === to && row.part === part && row.quality === quality)) continue
    await tx.updateTable('movie_file').set({ film_id: to, part, quality }).where('file_id', '=', file.file_id).execute()
    changed.push(to, row.film_id)
  }
  return changed
}
