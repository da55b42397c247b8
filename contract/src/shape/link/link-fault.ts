/**
 * Why a link cannot be one. unsupported: a scheme of no kind; cut_short: a hash that lacks characters; bad_hash: with others; other_hash: a magnet of no torrent; not_base64, no_frame,
 * nested, too_deep: of a link in base64; not_a_file: an ed2k link to a server, a list or a person; no_host, no_file: of an address.
 */
export const linkFaults = [
  'unsupported',
  'cut_short',
  'bad_hash',
  'other_hash',
  'not_base64',
  'no_frame',
  'nested',
  'too_deep',
  'not_a_file',
  'no_name',
  'bad_size',
  'no_host',
  'no_file',
] as const
/** length, of: characters. */
export type LinkFault =
  | { reason: Exclude<(typeof linkFaults)[number], 'cut_short'> }
  | { reason: 'cut_short'; length: number; of: number }
