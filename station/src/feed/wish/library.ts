/** Tells whether the library has a film or an episode of the film database. */
import type { WantedEntry } from './wanted-entry.ts'

/** first, last: numbers of the episodes of a file; null of one that only a date names. */
export type EpisodeHere = { season: number; first: number | null; last: number | null; air_date: string }
export type FilmHere = { movie_id: string; episodes: readonly EpisodeHere[] }
/** By the key in the film database; what the library does not have is not in it. */
export type LibraryOf = (tmdb: readonly string[]) => Promise<ReadonlyMap<string, FilmHere>>

/** episode 0: anything of that season. */
export function isHere(film: FilmHere | undefined, { kind }: Pick<WantedEntry, 'kind'>, at: { season: number; episode: number }) {
  if (!film) return false
  if (kind === 'film') return true
  return film.episodes.some(
    ({ season, first, last }) =>
      season === at.season && (at.episode === 0 || (first !== null && first <= at.episode && at.episode <= (last ?? first))),
  )
}
