/** Trackers that this box may contact. */
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'

/** Limit on waiting for a DNS server. */
const judgeWithinMs = 1_000

/** Without the trackers that this box may not contact: the egress proxy guards http trackers, but udp bypasses it. */
export async function withAllowedTrackers(magnet: string, rule: SourceRule): Promise<string> {
  const query = new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1))
  const trackers = query.getAll('tr')
  const remaining = await allowedTrackers(trackers, rule)
  if (remaining.length === trackers.length) return magnet
  query.delete('tr')
  for (const tracker of remaining) query.append('tr', tracker)
  // The engine needs the info hash as written, not percent-encoded.
  return `magnet:?${query.toString().replaceAll('%3A', ':')}`
}

/** A tracker that is not checked in time is left out: the next read of the torrent may include it. */
export async function allowedTrackers(tier: string[], rule: SourceRule): Promise<string[]> {
  const verdicts = await Promise.all(
    tier.map((tracker) =>
      Promise.race([
        isAllowed(tracker, rule),
        new Promise<boolean>((resolve) => setTimeout(resolve, judgeWithinMs, !/^udp:/i.test(tracker)).unref()),
      ]),
    ),
  )
  return tier.filter((_, at) => verdicts[at])
}

async function isAllowed(tracker: string, rule: SourceRule): Promise<boolean> {
  // No engine here speaks another protocol, such as that of browsers (wss).
  if (!/^(?:https?|udp):/i.test(tracker) || !URL.canParse(tracker)) return false
  const { hostname, port, protocol } = new URL(tracker.replace(/^udp:/i, 'http:'))
  const { verdict } = await judgeSource(hostname, portOf({ port, protocol }), rule)
  return verdict !== 'private' && verdict !== 'own_port'
}
