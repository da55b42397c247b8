/** Stores the files beside films as they were last seen, and which films are to be looked at again because of them. */
import { sep } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { writeUnsynced, type Db } from '../../kit/db.ts'
import { batchesOf, rowsOfBatches } from '../film/chunk.ts'
import { filmNameOf, isOfFolder, type BesideRow } from '../folder/beside-names.ts'
import { nextFilms, wholeFilms, type NextFilms, type WholeFilm } from '../film/film.query.ts'
import { markChanged, markSurroundings } from '../film/film-changes.store.ts'
import { FilmFacts, type EpisodeFacts } from '../film/facts.ts'
import { identityStore, writeIdentity } from '../film/identity.store.ts'
import type { FilmRow } from '../film/film-row.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    movie_beside: BesideRow
  }
}

const fewFilms = 20
const emptyFacts = z.parse(FilmFacts, {})

/** The facts and pictures that were taken from beside a film. facts: undefined where its NFO did not change, null where it went or says nothing. */
export type TakenBeside = Pick<FilmRow, 'nfo' | 'art' | 'backdrop' | 'backdrop_art'> & {
  facts: FilmFacts | null | undefined
  episodes: readonly (EpisodeFacts | null)[]
}

export type BesideStore = ReturnType<typeof besideStore>

export function besideStore(db: Db) {
  return {
    besideUnder: (path: string): Promise<BesideRow[]> =>
      db
        .selectFrom('movie_beside')
        .selectAll()
        .where((eb) => eb.or([eb('path', '=', path), isBelow(path)]))
        .execute(),
    /** By name, those of the first stems first. */
    async besideIn(folders: readonly string[], stems: readonly string[]): Promise<BesideRow[]> {
      if (folders.length === 0) return []
      const inFolders = db.selectFrom('movie_beside').selectAll().where('folder', 'in', folders)
      const rows = await rowsOfBatches(stems, (some) => inFolders.where('stem', 'in', some).execute())
      return rows.toSorted((one, other) => (one.path < other.path ? -1 : 1))
    },
    /** The only NFO file of a folder, whatever its name. */
    async loneNfo(folder: string): Promise<BesideRow | undefined> {
      const query = db.selectFrom('movie_beside').selectAll().where('folder', '=', folder)
      const [lone, another] = await query.where('path', 'like', '%.nfo').limit(2).execute()
      return another ? undefined : lone
    },
    keepBeside: (rows: readonly BesideRow[], gone: readonly BesideRow[]): Promise<void> =>
      writeUnsynced(db, async (tx) => {
        for (const some of batchesOf(gone))
          await tx
            .deleteFrom('movie_beside')
            .where(
              'path',
              'in',
              some.map(({ path }) => path),
            )
            .execute()
        for (const row of rows)
          await tx
            .insertInto('movie_beside')
            .values(row)
            .onConflict((on) => on.column('path').doUpdateSet(row))
            .execute()
        await flagFilms(tx, [...rows, ...gone])
      }),
    /** Films whose surroundings changed; `of`: of these and of the episodes of these series only. */
    async besideChanged(next: NextFilms): Promise<WholeFilm[]> {
      const films = await nextFilms(db, next).where('beside_changed', '>', 0).execute()
      return wholeFilms(db, films)
    },
    /** Folders of a series' episodes with the root of each. */
    episodeFolders: (seriesId: string) =>
      db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(['movie_file.path', 'movie_file.root'])
        .where('movie_film.series_id', '=', seriesId)
        .execute(),
    /** Whether another film, or one of another series, is below a folder. */
    async hasOthers(folder: string, { film_id, kind }: Pick<FilmRow, 'film_id' | 'kind'>): Promise<boolean> {
      const row = await db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select('movie_file.file_id')
        .where(kind === 'series' ? 'movie_film.series_id' : 'movie_film.film_id', '!=', film_id)
        .where('movie_file.state', '!=', 'other')
        .where(isBelow(folder))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    /** The film's surroundings are read, unless they changed again meanwhile. */
    keepTaken: (film: WholeFilm, taken: TakenBeside): Promise<void> => writeUnsynced(db, (tx) => writeTaken(tx, film, taken)),
  }
}

function isBelow(folder: string) {
  const last = String.fromCharCode(sep.charCodeAt(0) + 1)
  return sql<boolean>`path >= ${folder + sep} and path < ${folder + last}`
}

/** Marks the films of changed files: for a file of the folder all films below it; for one that is named for a film those whose files begin so; for any other those of a small folder; and their series. */
async function flagFilms(tx: Db, rows: readonly BesideRow[]): Promise<void> {
  const ids = new Set<string>()
  for (const row of rows) {
    const isInRoot = row.folder === row.root
    const own = isOfFolder(row) ? [] : await filmsFrom(tx, row.folder + sep + filmNameOf(row.path))
    const near = own.length > 0 || isInRoot ? [] : await filmsBelow(tx, row.folder, isOfFolder(row) ? undefined : fewFilms + 1)
    const isFew = isOfFolder(row) || near.length <= fewFilms
    for (const id of [...own, ...(isFew ? near : [])]) ids.add(id)
  }
  await markSurroundings(tx, [...ids])
}

/** Films whose files' paths begin so. */
async function filmsFrom(tx: Db, start: string): Promise<string[]> {
  const files = tx.selectFrom('movie_file').select('film_id').distinct()
  const rows = await files.where('path', '>=', start).where('path', '<', `${start}\u{10FFFF}`).execute()
  return rows.map(({ film_id }) => film_id)
}

async function filmsBelow(tx: Db, folder: string, limit: number | undefined): Promise<string[]> {
  const files = tx.selectFrom('movie_file').select('film_id').distinct().where(isBelow(folder))
  const rows = await (limit === undefined ? files : files.limit(limit)).execute()
  return rows.map(({ film_id }) => film_id)
}

async function writeTaken(tx: Db, film: WholeFilm, taken: TakenBeside): Promise<void> {
  const { nfo, art, backdrop, backdrop_art, facts, episodes } = taken
  const isOther = film.nfo !== nfo || film.art !== art || film.backdrop_art !== backdrop_art
  if (isOther) {
    const picture_state = film.art === art ? {} : { picture_state: 'new' as const }
    await tx
      .updateTable('movie_film')
      .set({ nfo, art, backdrop, backdrop_art, ...picture_state })
      .where('film_id', '=', film.film_id)
      .execute()
    await tx.deleteFrom('movie_art').where('film_id', '=', film.film_id).where('picture', '=', film.backdrop).execute()
    if (backdrop !== '')
      await tx
        .insertInto('movie_art')
        .values({ film_id: film.film_id, picture: backdrop })
        .onConflict((on) => on.doNothing())
        .execute()
    await markChanged(tx, [film.film_id])
  }
  if (film.kind === 'episode') await writeEpisodes(tx, film, { isOther: film.nfo !== nfo, episodes })
  else if (facts !== undefined) await writeFacts(tx, film, facts)
  await tx
    .updateTable('movie_film')
    .set({ beside_changed: 0 })
    .where('film_id', '=', film.film_id)
    .where('beside_changed', '=', film.beside_changed)
    .execute()
}

/** A person's decision stays. An NFO replaces all other facts, also ids that only a search found; one that names only an id is filled by the search. */
async function writeFacts(tx: Db, film: WholeFilm, facts: FilmFacts | null): Promise<void> {
  const current = (await identityStore(tx).identities([film.film_id])).get(film.film_id)
  if (current?.is_settled || (facts === null && current?.source !== 'nfo')) return
  const identity = {
    film_id: film.film_id,
    is_settled: false,
    candidates: current?.candidates ?? [],
    score: current?.score ?? 0,
    searched_name: '',
    searched_at: 0,
  }
  await writeIdentity(tx, { ...identity, source: facts === null ? 'no' : 'nfo', facts: facts ?? emptyFacts })
}

async function writeEpisodes(
  tx: Db,
  { film_id, series_id, season, episode, episode_end }: WholeFilm,
  { isOther, episodes }: { isOther: boolean; episodes: TakenBeside['episodes'] },
): Promise<void> {
  if (!isOther || season === null || episode === null) return
  const last = episode_end ?? episode
  await tx
    .deleteFrom('movie_episode_facts')
    .where('series_id', '=', series_id)
    .where('season', '=', season)
    .where('episode', '>=', episode)
    .where('episode', '<=', last)
    .where('source', '=', 'nfo')
    .execute()
  for (const [at, facts] of episodes.entries()) {
    if (facts === null || episode + at > last) continue
    const row = { series_id, season, episode: episode + at, source: 'nfo' as const, facts: JSON.stringify(facts) }
    await tx
      .insertInto('movie_episode_facts')
      .values(row)
      .onConflict((on) =>
        on.columns(['series_id', 'season', 'episode']).doUpdateSet(row).where('movie_episode_facts.source', '!=', 'person'),
      )
      .execute()
  }
  await markChanged(tx, [film_id])
}
