/** Marks of changed films. A film is marked in the transaction that changes it, so that table and mirror stay consistent after a kill. */
import type { Db } from '../kit/db.ts'
import { batchesOf } from './batches.ts'
import { withFiles, type WholeFilm } from './film.query.ts'

/** Call it at the end of the transaction. It also decides whether a film is listed. */
export async function markChanged(tx: Db, filmIds: readonly string[]): Promise<void> {
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
      .set((eb) => ({ changed: eb('changed', '+', 1), is_listed: 0 }))
      .where('film_id', 'in', ids)
      .execute()
    if (listed.length > 0) await tx.updateTable('movie_film').set({ is_listed: 1 }).where('film_id', 'in', listed).execute()
  }
}

export function filmChangesStore(db: Db) {
  return {
    /** Films that changed since they were last mirrored. */
    async changed(limit: number): Promise<WholeFilm[]> {
      return withFiles(db, await db.selectFrom('movie_film').selectAll().where('changed', '>', 0).limit(limit).execute())
    },
    /** Clears the mark of these films unless they changed again since they were read. A film without files is deleted. */
    settled(films: readonly WholeFilm[]): Promise<void> {
      return db.transaction().execute(async (tx) => {
        for (const [changed, same] of Map.groupBy(films, (film) => film.changed)) {
          const ids = same.map(({ film_id }) => film_id)
          const these = tx.updateTable('movie_film').where('film_id', 'in', ids).where('changed', '=', changed)
          await these.set({ changed: 0 }).execute()
          await tx
            .deleteFrom('movie_film')
            .where('film_id', 'in', ids)
            .where('changed', '=', 0)
            .where('film_id', 'not in', tx.selectFrom('movie_file').select('film_id').where('film_id', 'in', ids))
            .execute()
        }
      })
    },
  }
}
