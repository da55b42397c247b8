/** Torrent files that a magnet names by web address (xs, as), for one that no peer has. */
import { webAddressesIn } from '@homeport/contract/shape/magnet-link.ts'
import { sourceOf } from '@homeport/contract/shape/source.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { openUrl } from '../http/open-url.ts'
import { torrentMaxBytes } from './parse-torrent.ts'
import { mayBeTorrent } from './torrent-bytes.ts'

const bringWithinMs = 30_000
const silenceMs = 10_000
/** An address that failed is asked again after this long. */
const againAfterMs = 60_000

/** keep: returns whether the bytes are of this torrent. */
export function createExactSources(rule: SourceRule, keep: (infoHash: string, bytes: Buffer) => Promise<boolean>) {
  const requested = new Set<string>()

  async function keepFrom(address: string, infoHash: string): Promise<boolean> {
    const bytes = await fetchTorrent(address, rule)
    return bytes !== undefined && keep(infoHash, bytes)
  }

  async function bring(infoHash: string, addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      // A failure, of a full disk too, is none of the task: the swarm may have it, and it is requested again.
      if (await keepFrom(address, infoHash).catch(() => false)) return
    }
  }

  return {
    /** Returns at once; the torrent is known when it came. magnet: as typed. */
    request(infoHash: string, magnet: string): void {
      const addresses = webAddressesIn(sourceOf(magnet).url, ['xs', 'as'])
      if (addresses.length === 0 || requested.has(infoHash)) return
      requested.add(infoHash)
      void bring(infoHash, addresses).finally(() => setTimeout(() => requested.delete(infoHash), againAfterMs).unref())
    },
  }
}

/** undefined: something else, such as the film itself. */
async function fetchTorrent(address: string, rule: SourceRule): Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(bringWithinMs)
  const { response } = await openUrl(new URL(address), { rule, signal, silenceMs })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > torrentMaxBytes || (chunks.length === 1 && !mayBeTorrent(chunk))) {
      response.destroy()
      return undefined
    }
  }
  return Buffer.concat(chunks)
}
