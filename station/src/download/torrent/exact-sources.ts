/** Torrent files that a magnet names by web address (xs, as), for one that no peer has. */
import { webAddressesIn } from '@homeport/contract/shape/link/magnet-link.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { fetchTorrent } from './fetch-torrent.ts'

const bringWithinMs = 30_000
const silenceMs = 10_000
/** An address that failed is asked again after this long. */
const againAfterMs = 60_000

/** keep: returns whether the bytes are of this torrent. */
export function createExactSources(rule: SourceRule, keep: (infoHash: string, bytes: Buffer) => Promise<boolean>) {
  const requested = new Set<string>()

  async function keepFrom(address: string, infoHash: string): Promise<boolean> {
    return keep(infoHash, await fetchTorrent(address, { rule, signal: AbortSignal.timeout(bringWithinMs), silenceMs }))
  }

  async function bring(infoHash: string, addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      // A failure, of a full disk too, is none of the task: the swarm may have it, and it is requested again. The address may be of the film itself.
      if (await keepFrom(address, infoHash).catch(() => false)) return
    }
  }

  return {
    /** Returns at once; the torrent is known when it came. magnet: as typed. */
    request(infoHash: string, magnet: string): void {
      const addresses = webAddressesIn(parseLink(magnet).url, ['xs', 'as'])
      if (addresses.length === 0 || requested.has(infoHash)) return
      requested.add(infoHash)
      void bring(infoHash, addresses).finally(() => setTimeout(() => requested.delete(infoHash), againAfterMs).unref())
    },
  }
}
