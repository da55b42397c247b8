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
  file_size: true,
})
const FilmFacts = z.extend(picked, { collection_id: z.string() })
export type FilmFacts = z.infer<typeof FilmFacts>

/** Version 1 lacks the size, which comes last then, until the films are indexed again (migration 114). */
const factsVersion = 2
const readableFrom = 1

export function writeFacts(facts: FilmFacts): string {
  return JSON.stringify({ version: factsVersion, ...FilmFacts.parse(facts) })
}

/** undefined: written by a version that cannot be read. */
export function readFacts(text: string): FilmFacts | undefined {
  if (text === '') return undefined
  // NOTE: written by writeFacts only; checking 100,000 of them again would take longer than reading them.
  const { version, ...facts } = JSON.parse(text) as FilmFacts & { version: number }
  return version >= readableFrom && version <= factsVersion ? facts : undefined
}
