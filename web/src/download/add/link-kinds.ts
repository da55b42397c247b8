/** The kinds of links that the box takes. */
import type { DeviceInfo } from '@homeport/contract/device.ts'

/** The kinds that boxes of versions before this one took. */
const olderKinds = ['http']
const torrentKinds = ['magnet', 'torrent']

/** Sources whose files can be chosen before they start. */
export const kindsWithFiles: readonly string[] = ['magnet', 'torrent_url', 'torrent']

/** null while unknown. */
export function linkKindsOf(info: Pick<DeviceInfo, 'link_kinds' | 'engines'> | undefined): ReadonlySet<string> | null {
  if (!info) return null
  if (info.link_kinds.length > 0) return new Set(info.link_kinds)
  return new Set([...olderKinds, ...(info.engines.aria2 === '' ? [] : torrentKinds)])
}
