/** For tests: a film as a box reports it, of which nothing is known but what the test says; and rows of films saved as the mirror saves them. */
import { unknownFilm, unknownIds, type ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { Db } from '../kit/db.ts'
import type { MirroredBox } from '../connection/mirror/mirror-consumer.ts'
import { prepareFilm } from '../movie/film/prepared-film.ts'
import { saveFilms } from '../movie/film/store.ts'

export function reportedFilm(id: string, more: Partial<ReportedFilm> = {}): ReportedFilm {
  return {
    ...unknownFilm,
    id,
    title: `Film ${id}`,
    added_at: 1,
    files: [],
    people: [],
    aliases: [],
    collection_id: '',
    ids: unknownIds,
    ...more,
  }
}

/** null: the film is gone. */
export async function saveReportedFilms(
  db: Db,
  box: MirroredBox,
  films: readonly (readonly [id: string, film: ReportedFilm | null])[],
): Promise<void> {
  const rows = await Promise.all(
    films.map(async ([key, value], index) => ({
      key,
      rev: index + 1,
      value: value && (await prepareFilm({ key, value }, box.lang)),
    })),
  )
  await db.transaction().execute((trx) => saveFilms(trx, box, rows))
}
