/** How many peers the DHT named for each torrent last; one torrent at a time, each at most once in two minutes. */
import type { SourceRule } from '../../kit/outside.ts'
import { lookUpDht } from './dht-lookup.ts'

/** Where every client begins. */
export const publicDhtNodes = ['router.bittorrent.com:6881', 'dht.transmissionbt.com:6881', 'router.utorrent.com:6881']

const askEveryMs = 120_000
const withinMs = 15_000
const torrentsAtMost = 200

export type DhtPeers = ReturnType<typeof createDhtPeers>
export type DhtPeersParts = {
  dhtNodes: readonly string[]
  rule: SourceRule
  now: () => number
  onFault: (fault: unknown) => void
}

export function createDhtPeers({ dhtNodes, rule, now, onFault }: DhtPeersParts) {
  const known = new Map<string, { at: number; peers: number | null }>()
  const stopping = new AbortController()
  let isBusy = false

  async function look(infoHash: string): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(withinMs)])
    const before = known.get(infoHash)?.peers ?? null
    const [oldest] = known.keys()
    if (known.size >= torrentsAtMost && oldest !== undefined) known.delete(oldest)
    known.set(infoHash, { at: now(), peers: before })
    const peers = await lookUpDht({ infoHash, nodes: dhtNodes, rule, signal })
    known.set(infoHash, { at: now(), peers: peers ?? before })
  }

  return {
    /** Begins to ask; what comes is read later. */
    ask(infoHash: string): void {
      const before = known.get(infoHash)
      if (isBusy || dhtNodes.length === 0 || stopping.signal.aborted || (before && now() - before.at < askEveryMs)) return
      isBusy = true
      void look(infoHash)
        .catch(onFault)
        .finally(() => (isBusy = false))
    },
    /** null: nobody answered yet. */
    of: (infoHash: string): number | null => known.get(infoHash)?.peers ?? null,
    stop: (): void => stopping.abort(),
  }
}
