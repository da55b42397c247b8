/** Decides which links the box accepts, before the engine is asked (spec 8's 1002 and 1003; wire.md: data.reason). */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { sourceOf } from '@homeport/contract/shape/source.ts'
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'
import { Refusal } from '../../kit/refusal.ts'

export type Accepted = { url: string; key: string; name: string } & (
  | { kind: 'http' }
  | { kind: 'magnet'; infoHash: string }
  /** A torrent file that must be read before its magnet is known. */
  | { kind: 'torrent' }
)

const judgeWithinMs = 1_500

export const refuse = (reason: 'private' | 'own_port' | 'unsupported' | 'no_engine' | 'version_2' | 'invalid') =>
  new Refusal(TaskCode.invalidLink, { reason })

/** Throws a Refusal with the task code. */
export async function acceptLink(
  url: string,
  { rule, canMagnets }: { rule: SourceRule; canMagnets: boolean },
): Promise<Accepted> {
  const accepted = readLink(url)
  if (accepted.kind !== 'http' && !canMagnets) throw refuse('no_engine')
  if (accepted.kind === 'magnet') return accepted
  const address = new URL(accepted.url)
  const timeUp = new Promise<'unknown_host'>((resolve) => setTimeout(resolve, judgeWithinMs, 'unknown_host').unref())
  const judged = judgeSource(address.hostname, portOf(address), rule).then((result) => result.verdict)
  const verdict = await Promise.race([judged, timeUp])
  // A name that does not resolve now may resolve later: the engine reports it then.
  if (verdict === 'private' || verdict === 'own_port') throw refuse(verdict)
  return accepted
}

/** Links with the same canonical key are the same task. */
export function readLink(url: string): Accepted {
  const source = sourceOf(url)
  if (source.kind === 'empty_magnet') throw new Refusal(TaskCode.emptyMagnet)
  if (source.kind === 'magnet') {
    // v2 only: no engine here supports it.
    if (source.infoHash.length !== 40) throw refuse('version_2')
    return {
      kind: 'magnet',
      url: source.url,
      key: `btih:${source.infoHash}`,
      infoHash: source.infoHash,
      name: source.name || source.infoHash,
    }
  }
  if (source.kind === 'unsupported') throw refuse('unsupported')
  if (source.kind !== 'http' && source.kind !== 'torrent_url') throw refuse('no_engine')
  const address = new URL(source.url)
  address.hash = ''
  return { kind: source.kind === 'http' ? 'http' : 'torrent', url: source.url, key: address.href, name: nameOf(address) }
}

/** The name until the server sends one: the last path segment. */
function nameOf(address: URL): string {
  const last = address.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || address.hostname
  } catch {
    return last || address.hostname
  }
}
