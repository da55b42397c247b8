/** A film in parts (CD1, CD2) is played as one: one duration, and every position is in the whole film. */
import type { PlayableFile } from './delivery.ts'

/** file: the requested one. parts: all parts in playing order; an undivided film is its only part. */
export type PlayableFilm = { file: PlayableFile; parts: readonly PlayableFile[] }

/** from: where the part begins in the film, ms. end: where the next part begins; undefined for the last part. */
export type FilmPart = { file: PlayableFile; from: number; end: number | undefined }

/** Without the length of each part there is no position in the whole film: the file is then played alone. */
export function playableFilm(file: PlayableFile, parts: readonly PlayableFile[]): PlayableFilm {
  const isJoined = parts.some(({ id }) => id === file.id) && parts.every(({ duration_ms }) => (duration_ms ?? 0) > 0)
  return { file, parts: isJoined ? parts : [file] }
}

/** 0: unknown. */
export function durationOf(parts: readonly PlayableFile[]): number {
  return parts.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0)
}

/** The part with this point. A border belongs to the next part, and what is beyond the end to the last one. */
export function partAt(parts: readonly PlayableFile[], point: number): FilmPart {
  let from = 0
  for (const [index, file] of parts.entries()) {
    const end = from + (file.duration_ms ?? 0)
    if (index === parts.length - 1) return { file, from, end: undefined }
    if (point < end) return { file, from, end }
    from = end
  }
  throw new Error('a film has at least one file')
}

/** Where the requested file begins: a part that is chosen by itself starts there. */
export function startOf({ file, parts }: PlayableFilm): number {
  return durationOf(
    parts.slice(
      0,
      parts.findIndex(({ id }) => id === file.id),
    ),
  )
}
