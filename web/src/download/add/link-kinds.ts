/** The kinds of links that the box takes. */
import type { DeviceInfo } from '@homeport/contract/device.ts'

/** The kinds that boxes of versions before this one took. */
const olderKinds = ['http']
const torrentKinds = ['magnet', 'torrent']

/** Sources whose files can be chosen before they start. */
export const kindsWithFiles: readonly string[] = ['magnet', 'torrent_url', 'torrent']

/** null while unknown. */
export function linkKindsOf(known: Pick<DeviceInfo, 'link_kinds' | 'engines'> | undefined): ReadonlySet<string> | null {
  if (!known) return null
  if (known.link_kinds.length > 0) return new Set(known.link_kinds)
  return new Set([...olderKinds, ...(known.engines.aria2 === '' ? [] : torrentKinds)])
}
