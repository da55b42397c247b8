/** Films and series that went into others, so that what people marked of them is not lost. */
import type { Db } from '../../kit/db.ts'
import { batchesOf } from './chunk.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** The film or series into which another one went. */
    movie_merged: { former_id: string; film_id: string }
  }
}

/** from: the film or series that a file or episode belonged to; to: that it belongs to now. */
export type Merge = { from: string; to: string }

/** In the transaction that moves their files, and after it. A film that still has files or episodes has not gone. */
export async function keepMerged(tx: Db, merges: readonly Merge[]): Promise<void> {
  const into = new Map(merges.filter(({ from, to }) => from !== '' && to !== '' && from !== to).map(({ from, to }) => [from, to]))
  for (const ids of batchesOf([...into.keys()])) {
    const live = await liveOf(tx, ids)
    for (const former_id of ids) {
      const film_id = into.get(former_id)
      if (film_id === undefined || live.has(former_id)) continue
      await tx.updateTable('movie_merged').set({ film_id }).where('film_id', '=', former_id).execute()
      await tx.replaceInto('movie_merged').values({ former_id, film_id }).execute()
      await carryChoice(tx, { from: former_id, to: film_id })
    }
  }
}

/** A person's choice for it counts for the other one, unless somebody decided on that. */
async function carryChoice(tx: Db, { from, to }: Merge): Promise<void> {
  const films = await tx.selectFrom('movie_film').select(['film_id', 'kind']).where('film_id', 'in', [from, to]).execute()
  const identities = await tx.selectFrom('movie_identity').selectAll().where('film_id', 'in', [from, to]).execute()
  const chosen = identities.find(({ film_id, source }) => film_id === from && source === 'person')
  const isDecided = identities.some(({ film_id, is_settled }) => film_id === to && is_settled === 1)
  if (!chosen || isDecided || new Set(films.map(({ kind }) => kind)).size > 1) return
  await tx
    .replaceInto('movie_identity')
    .values({ ...chosen, film_id: to })
    .execute()
  const art = await tx.selectFrom('movie_art').select('picture').where('film_id', '=', from).execute()
  for (const { picture } of art)
    await tx
      .insertInto('movie_art')
      .values({ film_id: to, picture })
      .onConflict((on) => on.doNothing())
      .execute()
}

/** The ids of those that went into each of these; not of what is there again. */
export async function formerIdsOf(db: Db, filmIds: readonly string[]): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>()
  for (const ids of batchesOf(filmIds)) {
    const rows = await db.selectFrom('movie_merged').selectAll().where('film_id', 'in', ids).orderBy('former_id').execute()
    const live = await liveOf(
      db,
      rows.map(({ former_id }) => former_id),
    )
    for (const { former_id, film_id } of rows)
      if (!live.has(former_id)) all.set(film_id, [...(all.get(film_id) ?? []), former_id])
  }
  return all
}

async function liveOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const films = await db.selectFrom('movie_file').select('film_id').where('film_id', 'in', ids).distinct().execute()
  const series = await db
    .selectFrom('movie_film')
    .innerJoin('movie_file', 'movie_file.film_id', 'movie_film.film_id')
    .select('series_id')
    .where('series_id', 'in', ids)
    .distinct()
    .execute()
  return new Set([...films.map(({ film_id }) => film_id), ...series.map(({ series_id }) => series_id)])
}
