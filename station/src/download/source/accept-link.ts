/** Decides which links the box accepts, before the engine is asked (spec 8's 1002 and 1003; wire.md: data.reason). */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { linkReasons } from '@homeport/contract/kit/envelope.ts'
import { sourceOf } from '@homeport/contract/shape/link/parse-link.ts'
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
  const source = sourceOf(fullUrl(accepted))
  if (source.kind === 'http' || source.kind === 'torrent_url') {
    const address = new URL(source.url)
    return [{ host: address.hostname, port: portOf(address) }]
  }
  if (!('host' in source)) return []
  const { host, port } = source
  return port === 0 ? [80, 1755].map((usual) => ({ host, port: usual })) : [{ host, port }]
}

/** Links with the same canonical key are the same task. */
export function readLink(url: string): Accepted {
  const source = sourceOf(url)
  if (source.kind === 'empty_magnet') throw new Refusal(TaskCode.emptyMagnet)
  if (source.kind === 'unsupported') {
    const { fault } = source
    throw fault.reason === 'cut_short' ? refuse(fault.reason, { length: fault.length, of: fault.of }) : refuse(fault.reason)
  }
  // v2 only: no engine here supports it.
  if (source.kind === 'magnet' && source.infoHash.length !== 40) throw refuse('version_2')
  const { shown, size } = source
  const name = withoutTurns(source.name)
  const about = { url: shown, key: canonicalKey(source), size, login: loginOf(source) }
  if (source.kind === 'magnet') return { ...about, kind: 'magnet', infoHash: source.infoHash, name: name || source.infoHash }
  if (source.kind === 'http' || source.kind === 'torrent_url') {
    const kind = source.kind === 'http' ? 'http' : 'torrent'
    return { ...about, kind, name: name || new URL(source.url).hostname }
  }
  return { ...about, kind: source.kind, name }
}
