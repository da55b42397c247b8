/** The files behind tickets, for a player on the box itself. */
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'

/** Where the text of a subtitle is: a stream of the film, with ffprobe's index, or a file of its own. */
export type SubtitleLocation = { kind: 'stream'; index: number } | { kind: 'file'; path: string; language: string }
/** A subtitle that its screen reads itself. encoding: undefined of a stream of the film. text: SubRip, of a file that only the box reads. */
export type LocalSubtitle = { location: SubtitleLocation; encoding: TextEncoding | undefined; text?: string }

/** Opens for a screen that is local what its tickets name; undefined where a ticket names nothing that it may open. film: a path; a film that still loads has none, and is read by its address. */
export type LocalFiles = {
  film: (ticket: string) => Promise<string | undefined>
  subtitle: (ticket: string) => Promise<LocalSubtitle | undefined>
}

/** The ticket in the address of a source or a subtitle. */
export function ticketOf(url: string): string {
  return url.split('/')[1] ?? ''
}
