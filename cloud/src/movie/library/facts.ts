/** The fields by which films are filtered and sorted, as one short text beside the film. */
import { BoxFilm } from '@homeport/contract/movie/movie.ts'
import * as z from 'zod/mini'

const picked = z.pick(BoxFilm, {
  kind: true,
  identified: true,
  year: true,
  rating: true,
  duration_ms: true,
  added_at: true,
  genres: true,
  region: true,
  quality: true,
})
const FilmFacts = z.extend(picked, { collection_id: z.string() })
export type FilmFacts = z.infer<typeof FilmFacts>

/** Facts of an older version are computed again when the library is loaded. */
const factsVersion = 1

export function writeFacts(facts: FilmFacts): string {
  return JSON.stringify({ version: factsVersion, ...FilmFacts.parse(facts) })
}

/** undefined: written by another version. */
export function readFacts(text: string): FilmFacts | undefined {
  if (text === '') return undefined
  // NOTE: written by writeFacts only; checking 100,000 of them again would take longer than reading them.
  const { version, ...facts } = JSON.parse(text) as FilmFacts & { version: number }
  return version === factsVersion ? facts : undefined
}
