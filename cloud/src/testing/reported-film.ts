/** For tests: a film as a box reports it, of which nothing is known but what the test says. */
import { unknownFilm, unknownIds, type ReportedFilm } from '@homeport/contract/movie.ts'

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
