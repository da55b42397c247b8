/** Marks of changed films. A film is marked in the transaction that changes it, so that table and mirror stay consistent after a kill. */
import { sql } from 'kysely'
import { writeUnsynced, type Db } from '../../kit/db.ts'
import { batchesOf } from './chunk.ts'
import type { FilmRow } from './film-row.ts'

/** Call it at the end of the transaction. It also decides whether a film is listed, and marks the series of an episode, which is listed as long as one of its episodes is. */
export async function markChanged(tx: Db, filmIds: readonly string[]): Promise<void> {
  const series = new Set<string>()
  for (const ids of batchesOf([...new Set(filmIds)])) {
    const shown = tx
      .selectFrom('movie_file')
      .select('film_id')
      .where('film_id', 'in', ids)
      // A .ts may be TypeScript source: it is listed once ffprobe has found video.
      .where((eb) => eb.or([eb('state', '=', 'film'), eb.and([eb('state', '=', 'new'), eb('path', 'not like', '%.ts')])]))
      .distinct()
    const listed = (await shown.execute()).map(({ film_id }) => film_id)
    await tx
      .updateTable('movie_film')
      .set((eb) => ({ changed: eb('changed', '+', 1), catalog_changed: eb('catalog_changed', '+', 1), is_listed: 0 }))
      .where('film_id', 'in', ids)
      .execute()
    if (listed.length > 0) await tx.updateTable('movie_film').set({ is_listed: 1 }).where('film_id', 'in', listed).execute()
    const rows = await tx.selectFrom('movie_film').select(['film_id', 'kind', 'series_id']).where('film_id', 'in', ids).execute()
    for (const { film_id, kind, series_id } of rows) if (kind !== 'film') series.add(kind === 'series' ? film_id : series_id)
  }
  for (const id of series) await markSeries(tx, id)
}

/** Its year is the first of its episodes', and it is as new as its newest episode. */
async function markSeries(tx: Db, seriesId: string): Promise<void> {
  const sums = await tx
    .selectFrom('movie_film')
    .select((eb) => [
      eb.fn.max<number | null>('is_listed').as('is_listed'),
      eb.fn.max<number | null>('added_at').as('added_at'),
      sql<number | null>`min(coalesce(year, cast(nullif(substr(air_date, 1, 4), '') as integer)))`.as('year'),
    ])
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  await tx
    .updateTable('movie_film')
    .set((eb) => ({
      changed: eb('changed', '+', 1),
      catalog_changed: eb('catalog_changed', '+', 1),
      is_listed: sums?.is_listed ?? 0,
      ...(sums?.added_at != null && { added_at: sums.added_at, year: sums.year }),
    }))
    .where('film_id', '=', seriesId)
    .execute()
}

/** Files beside these films, or beside their series, are read again. */
export async function markSurroundings(tx: Db, filmIds: readonly string[]): Promise<void> {
  for (const ids of batchesOf([...new Set(filmIds)])) {
    const mark = tx.updateTable('movie_film').set((eb) => ({ beside_changed: eb('beside_changed', '+', 1) }))
    await mark.where('film_id', 'in', ids).execute()
    const series = tx.selectFrom('movie_film').select('series_id').where('film_id', 'in', ids)
    await mark.where('kind', '=', 'series').where('film_id', 'in', series).execute()
  }
}

/** Episodes that got another place in a series, or another series: what their NFO files say is told by the place, so these are read anew. */
export async function readBesideAnew(tx: Db, filmIds: readonly string[]): Promise<void> {
  for (const ids of batchesOf([...new Set(filmIds)]))
    await tx
      .updateTable('movie_film')
      .set((eb) => ({ nfo: '', beside_changed: eb('beside_changed', '+', 1) }))
      .where('film_id', 'in', ids)
      .where('kind', '=', 'episode')
      .execute()
}

export function filmChangesStore(db: Db) {
  return {
    /** Clears the mark of these films unless they changed again since they were read. A film without files and a series without episodes are deleted. */
    settled(films: readonly Pick<FilmRow, 'film_id' | 'changed'>[]): Promise<void> {
      return writeUnsynced(db, async (tx) => {
        for (const [changed, same] of Map.groupBy(films, (film) => film.changed)) {
          const ids = same.map(({ film_id }) => film_id)
          const these = tx.updateTable('movie_film').where('film_id', 'in', ids).where('changed', '=', changed)
          await these.set({ changed: 0 }).execute()
          await tx
            .deleteFrom('movie_film')
            .where('film_id', 'in', ids)
            .where('changed', '=', 0)
            .where('kind', '!=', 'series')
            .where('film_id', 'not in', tx.selectFrom('movie_file').select('film_id').where('film_id', 'in', ids))
            .execute()
        }
        await tx
          .deleteFrom('movie_film')
          .where('kind', '=', 'series')
          .where('is_listed', '=', 0)
          .where('changed', '=', 0)
          .where('film_id', 'not in', tx.selectFrom('movie_film').select('series_id').where('series_id', '!=', ''))
          .execute()
      })
    },
  }
}
