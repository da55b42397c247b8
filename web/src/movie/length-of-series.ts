/** How long a series is: '2 seasons', or its episodes where it has one season or only specials. */
import type { Film } from '@homeport/contract/movie/movie.ts'

type Words = { seasons: (n: number) => string; episodes: (n: number) => string }

export function lengthOfSeries({ seasons, episodes }: Pick<Film, 'seasons' | 'episodes'>, words: Words): string {
  return seasons > 1 ? words.seasons(seasons) : words.episodes(episodes)
}
