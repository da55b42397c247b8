/** Files that wait for ffprobe, and the facts it found. */
import { writeUnsynced, type Db } from '../../kit/db.ts'
import { asOneValue } from '../film/long-list.query.ts'
import type { NextFilms } from '../film/film.query.ts'
import { markChanged } from '../film/film-changes.store.ts'
import type { MediaFacts } from './probe.ts'
import type { FilmFileRow } from '../film/film-row.ts'

export type ProbeStore = ReturnType<typeof probeStore>

export function probeStore(db: Db) {
  return {
    /** Files that are not probed; `of`: of these films and series only. */
    unread({ of, skipped, limit }: NextFilms): Promise<FilmFileRow[]> {
      return db
        .selectFrom('movie_file')
        .selectAll()
        .where('state', '=', 'new')
        .$if(of !== undefined, (query) =>
          query.where('film_id', 'in', (eb) =>
            eb
              .selectFrom('movie_film')
              .select('movie_film.film_id')
              .where((or) =>
                or.or([or('movie_film.film_id', 'in', [...(of ?? [])]), or('movie_film.series_id', 'in', [...(of ?? [])])]),
              ),
          ),
        )
        .$if(skipped.length > 0, (query) => query.where('file_id', 'not in', asOneValue(skipped)))
        .limit(limit)
        .execute()
    },
    keepFacts(read: readonly { file: FilmFileRow; facts: MediaFacts | null }[]): Promise<void> {
      return writeUnsynced(db, async (tx) => {
        for (const { file, facts } of read) {
          const change = facts
            ? { ...facts, subtitles: JSON.stringify(facts.subtitles), state: 'film' as const }
            : { state: 'other' as const }
          await tx
            .updateTable('movie_file')
            .set(change)
            .where('file_id', '=', file.file_id)
            .where('modified_at', '=', file.modified_at)
            // At another path it may be another file.
            .where('path', '=', file.path)
            .execute()
        }
        await markChanged(
          tx,
          read.map(({ file }) => file.film_id),
        )
      })
    },
  }
}
