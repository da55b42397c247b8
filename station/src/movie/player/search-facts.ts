/** The facts of a film or episode by which other services find it. */
import type { WholeFilm } from '../film/film.query.ts'

/** tmdb, imdb: of a film, or of the series of an episode, '' if not known: 603, tt0133093. series_id: of the library, '' of a film. */
export type SearchFacts = {
  title: string
  original_title: string
  year: number | null
  series_id: string
  season: number | null
  episode: number | null
  tmdb: string
  imdb: string
}

export function searchFactsOf({
  title,
  original_title,
  year,
  series_id,
  season,
  episode,
  identity,
  series,
}: WholeFilm): SearchFacts {
  const entry = series ?? { title, original_title, identity }
  const ids = entry.identity?.facts.ids
  return {
    title: entry.title,
    original_title: entry.original_title,
    year: series ? null : year,
    series_id,
    season,
    episode,
    tmdb: ids?.tmdb.split('/')[1] ?? '',
    imdb: ids?.imdb ?? '',
  }
}
