/** The files behind tickets, for a player on the box itself. */

/** Opens for a screen that is local what its tickets name; undefined where a ticket names nothing that it may open. film: a path; a film that still loads has none, and is read by its address. index: ffprobe's, of a stream. */
export type LocalFiles = {
  film: (ticket: string) => Promise<string | undefined>
  subtitle: (
    ticket: string,
  ) => Promise<
    | { place: { kind: 'stream'; index: number } | { kind: 'file'; path: string }; encoding: string | undefined; text?: string }
    | undefined
  >
}

/** The ticket in the address of a source or a subtitle. */
export function ticketOf(url: string): string {
  return url.split('/')[1] ?? ''
}
