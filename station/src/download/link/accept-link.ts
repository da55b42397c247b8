/** Decides which links the box accepts, before the engine is asked (spec 8's 1002 and 1003; wire.md: data.reason). */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { linkReasons } from '@homeport/contract/kit/envelope.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { LinkKind } from '../engine/engine.ts'
import { withoutTurns } from '@homeport/contract/kit/turns.ts'
import { canonicalKey } from './canonical-key.ts'
import { fullUrl, loginOf } from './link-login.ts'

/** url: as typed without user and password, which are in `login`, '' if it has none. size: that the link tells, 0 if it does not. */
export type Accepted = { url: string; key: string; name: string; size: number; login: string } & (
  | { kind: LinkKind }
  | { kind: 'magnet'; infoHash: string }
  /** A torrent file that must be read before its magnet is known. */
  | { kind: 'torrent' }
)

const judgeWithinMs = 1_500

type Detail = { length: number; of: number }
export const refuse = (reason: (typeof linkReasons)[number], detail?: Detail) =>
  new Refusal(TaskCode.invalidLink, { reason, ...detail })

/** Throws a Refusal with the task code. */
export async function acceptLink(
  url: string,
  { rule, kinds }: { rule: SourceRule; kinds: ReadonlySet<TaskKind> },
): Promise<Accepted> {
  const accepted = readLink(url)
  if (!kinds.has(accepted.kind)) throw refuse('no_engine')
  const timeUp = new Promise<'fine'>((resolve) => setTimeout(resolve, judgeWithinMs, 'fine').unref())
  const judged = Promise.all(serversOf(accepted).map(({ host, port }) => judgeSource(host, port, rule)))
  const worst = judged.then(
    (all) => all.find(({ verdict }) => verdict === 'private' || verdict === 'own_port')?.verdict ?? 'fine',
  )
  const verdict = await Promise.race([worst, timeUp])
  // A name that does not resolve now may resolve later: the engine reports it then.
  if (verdict === 'private' || verdict === 'own_port') throw refuse(verdict)
  return accepted
}

/** The servers of a link, to be judged; mms without a port has two, one for each of its protocols. */
function serversOf(accepted: Accepted): { host: string; port: number }[] {
  const link = parseLink(fullUrl(accepted))
  if (link.kind === 'http' || link.kind === 'torrent_url') {
    const address = new URL(link.url)
    return [{ host: address.hostname, port: portOf(address) }]
  }
  if (!('host' in link)) return []
  const { host, port } = link
  return port === 0 ? [80, 1755].map((usual) => ({ host, port: usual })) : [{ host, port }]
}

/** Links with the same canonical key are the same task. */
export function readLink(url: string): Accepted {
  const link = parseLink(url)
  if (link.kind === 'empty_magnet') throw new Refusal(TaskCode.emptyMagnet)
  if (link.kind === 'unsupported') {
    const { fault } = link
    throw fault.reason === 'cut_short' ? refuse(fault.reason, { length: fault.length, of: fault.of }) : refuse(fault.reason)
  }
  // v2 only: no engine here supports it.
  if (link.kind === 'magnet' && link.infoHash.length !== 40) throw refuse('version_2')
  const { shown, size } = link
  const name = withoutTurns(link.name)
  const about = { url: shown, key: canonicalKey(link), size, login: loginOf(link) }
  if (link.kind === 'magnet') return { ...about, kind: 'magnet', infoHash: link.infoHash, name: name || link.infoHash }
  if (link.kind === 'http' || link.kind === 'torrent_url') {
    const kind = link.kind === 'http' ? 'http' : 'torrent'
    return { ...about, kind, name: name || new URL(link.url).hostname }
  }
  return { ...about, kind: link.kind, name }
}
