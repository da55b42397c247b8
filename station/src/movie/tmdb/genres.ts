/** Genres of the film database as those of the contract. */
import type { filmGenres } from '@homeport/contract/shape/film/film.ts'

type Genre = (typeof filmGenres)[number]

const genres: Readonly<Record<number, readonly Genre[]>> = {
  12: ['adventure'],
  14: ['fantasy'],
  16: ['animation'],
  18: ['drama'],
  27: ['horror'],
  28: ['action'],
  35: ['comedy'],
  36: ['history'],
  37: ['western'],
  53: ['thriller'],
  80: ['crime'],
  99: ['documentary'],
  878: ['science-fiction'],
  9648: ['mystery'],
  10402: ['music'],
  10749: ['romance'],
  10751: ['family'],
  10752: ['war'],
  10759: ['action', 'adventure'],
  10762: ['kids'],
  10763: ['news'],
  10764: ['reality'],
  10765: ['science-fiction', 'fantasy'],
  10766: ['soap'],
  10767: ['talk'],
  10768: ['war', 'politics'],
  10770: ['tv-movie'],
}

export function genresOf(ids: readonly number[]): Genre[] {
  return [...new Set(ids.flatMap((id) => genres[id] ?? []))]
}
