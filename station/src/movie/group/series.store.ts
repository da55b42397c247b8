/** Finds or makes the series of episodes, and keeps a renamed one. */
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { batchesOf } from '../film/chunk.ts'
import { idOf } from '../film/film-id.ts'
import { markChanged, readBesideAnew } from '../film/film-changes.store.ts'
import { freeIds } from './free-id.query.ts'
import type { Move, NewFile } from './film-file-row.ts'
import { newFilm, noEpisode } from './no-episode.ts'
import { episodeKey, splitByYear, type KnownSeasonYear } from './series-key.ts'
import type { FilmRow } from '../film/film-row.ts'

/** The sign that follows a newline in the order of keys: a series of its own year has the title's key, a newline and the year. */
const afterNewline = '\u000B'

type Episode = NewFile & Required<Pick<NewFile, 'series'>>

/** The files with the series and the key of their episodes; a series that is missing is added. */
export async function assignSeries(tx: Db, files: readonly NewFile[]): Promise<NewFile[]> {
  const episodes = files.filter((file): file is Episode => file.series !== undefined)
  if (episodes.length === 0) return [...files]
  const idByKey = new Map<string, string>()
  const keyOf = new Map<NewFile, string>()
  for (const [base, ofTitle] of Map.groupBy(episodes, ({ series }) => series.key)) {
    const existing = await seasonYears(tx, base)
    const added = ofTitle.map(({ film }) => ({ season: film.season ?? 1, year: film.year, episodes: 1 }))
    const years = splitByYear(base, existing.rows, added)
    for (const [key, id] of existing.ids) idByKey.set(key, id)
    for (const file of ofTitle) {
      const key = years.keyOf(file.film.year)
      keyOf.set(file, key)
      if (!idByKey.has(key)) idByKey.set(key, await addSeries(tx, key, file))
    }
    for (const year of years.separated) {
      const key = `${base}\n${year}`
      const from = existing.ids.get(base)
      if (from === undefined || !existing.rows.some((row) => row.series_key === base && row.year === year)) continue
      const to = idByKey.get(key) ?? (await addSeries(tx, key, ofTitle[0]))
      await separate(tx, { series_id: from, key: base }, { series_id: to, key, year })
    }
  }
  return files.map((file) => {
    const key = keyOf.get(file)
    return file.series === undefined || key === undefined ? file : assigned(file as Episode, key, idByKey.get(key) ?? '')
  })
}

function assigned(file: Episode, key: string, series_id: string): NewFile {
  const group_key = episodeKey(key, file.series.episode)
  return { ...file, film: { ...file.film, group_key, film_id: idOf(group_key), series_id } }
}

/** Series of a title, with the years of their seasons. */
async function seasonYears(tx: Db, base: string): Promise<{ rows: KnownSeasonYear[]; ids: Map<string, string> }> {
  const series = await tx
    .selectFrom('movie_film')
    .select(['film_id', 'group_key'])
    .where((eb) =>
      eb.or([
        eb('group_key', '=', base),
        eb.and([eb('group_key', '>=', `${base}\n`), eb('group_key', '<', `${base}${afterNewline}`)]),
      ]),
    )
    .execute()
  const keyById = new Map(series.map(({ film_id, group_key }) => [film_id, group_key]))
  const rows = await tx
    .selectFrom('movie_film')
    .select((eb) => ['series_id', 'season', 'year', eb.fn.countAll<number>().as('episodes')])
    .where('series_id', 'in', [...keyById.keys()])
    .groupBy(['series_id', 'season', 'year'])
    .execute()
  return {
    ids: new Map(series.map(({ film_id, group_key }) => [group_key, film_id])),
    rows: rows.map(({ series_id, season, year, episodes }) => ({
      series_key: keyById.get(series_id) ?? base,
      season: season ?? 1,
      year,
      episodes,
    })),
  }
}

async function addSeries(tx: Db, key: string, file: Episode | undefined): Promise<string> {
  const { title = '', original_title = '' } = file?.series ?? {}
  const series = { ...noEpisode, kind: 'series' as const, group_key: key, title, original_title, year: null }
  const free = await freeIds(tx, [{ file_id: '', film: { film_id: idOf(key) } }])
  const film_id = free(idOf(key), key)
  await tx
    .insertInto('movie_film')
    .values({ ...series, film_id, added_at: file?.film.added_at ?? 0, ...newFilm })
    .execute()
  return film_id
}

type Series = { series_id: string; key: string }

/** Episodes of a year get a series of their own. */
async function separate(tx: Db, from: Series, to: Series & { year: number }): Promise<void> {
  await tx
    .updateTable('movie_film')
    .set({ series_id: to.series_id, group_key: withKey(from.key, to.key), changed: sql<number>`changed + 1` })
    .where('series_id', '=', from.series_id)
    .where('year', '=', to.year)
    .execute()
  const episodes = await tx.selectFrom('movie_film').select('film_id').where('series_id', '=', to.series_id).execute()
  await readBesideAnew(
    tx,
    episodes.map(({ film_id }) => film_id),
  )
  await markChanged(tx, [from.series_id, to.series_id])
}

/** The key of an episode with the key of another series. */
function withKey(from: string, to: string) {
  return sql<string>`${`episode\n${to}`} || substr(group_key, ${[...`episode\n${from}`].length + 1})`
}

/** A series of which no episode stays where it is keeps its id under its new title. */
export async function renameSeries(tx: Db, moves: readonly Move[], stays: (path: string) => Promise<boolean>): Promise<void> {
  for (const [base, list] of Map.groupBy(moves, ({ to }) => to.series?.key)) {
    const series = list[0]?.to.series
    if (base === undefined || !series || (await seasonYears(tx, base)).ids.size > 0) continue
    const before = await seriesOfFiles(tx, list)
    if (before === undefined || (await staysAny(tx, before.film_id, stays))) continue
    const { title, original_title } = series
    await tx
      .updateTable('movie_film')
      .set({ group_key: base, title, original_title })
      .where('film_id', '=', before.film_id)
      .execute()
    await tx
      .updateTable('movie_film')
      .set({ group_key: withKey(before.group_key, base) })
      .where('series_id', '=', before.film_id)
      .execute()
    await markChanged(tx, [before.film_id])
  }
}

/** The series that most of these files were of. */
async function seriesOfFiles(tx: Db, moves: readonly Move[]): Promise<Pick<FilmRow, 'film_id' | 'group_key'> | undefined> {
  const counts = new Map<string, number>()
  for (const some of batchesOf(moves)) {
    const ids = some.map(({ file }) => file.film_id)
    const rows = await tx.selectFrom('movie_film').select('series_id').where('film_id', 'in', ids).execute()
    for (const { series_id } of rows) if (series_id !== '') counts.set(series_id, (counts.get(series_id) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most && tx.selectFrom('movie_film').select(['film_id', 'group_key']).where('film_id', '=', most[0]).executeTakeFirst()
}

async function staysAny(tx: Db, seriesId: string, stays: (path: string) => Promise<boolean>): Promise<boolean> {
  const files = await tx
    .selectFrom('movie_file')
    .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
    .select('movie_file.path')
    .where('movie_film.series_id', '=', seriesId)
    .execute()
  for (const { path } of files) if (await stays(path)) return true
  return false
}
