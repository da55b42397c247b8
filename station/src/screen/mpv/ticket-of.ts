/** The ticket in the address of a source or a subtitle. */
export function ticketOf(url: string): string {
  return url.split('/')[1] ?? ''
}
