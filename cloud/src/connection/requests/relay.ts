/** Relays a user's act to a box and its reply back: checks access, the act's name, size and depth; the box checks the schema. */
import { createHash, randomUUID } from 'node:crypto'
import { acts } from '@homeport/contract/all.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { echoedNames, frameMaxBytes, frameMaxDepth, isShallow, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { inboxIdText, publishWaitMs } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { PresenceRegistry } from '../presence/presence.ts'
import type { MemberCache } from './member-cache.ts'
import type { BoxRequests } from './box-requests.ts'

const boxActs = new Map(acts.filter((act) => act.at === 'box').map((act) => [act.name, act]))

export type Act = {
  lang: Lang
  devsn: string
  act: string
  data: unknown
  user_id: string
  /** Hash of the token that it came with; absent if no app sent it. */
  token_hash?: string
  /** The app's own id, echoed; a repeated id is the same act. */
  id?: string
  timeoutMs?: number
  /** It was on its way to the cloud for so much longer than others of this app. */
  lateMs?: number
  /** The box's connection took the act; its reply is pending. */
  onTaken?: () => void
}

export type Relay = ReturnType<typeof createRelay>

export function createRelay({
  boxRequests,
  presence,
  memberCache,
  now,
}: {
  boxRequests: BoxRequests
  presence: PresenceRegistry
  memberCache: MemberCache
  now: () => number
}) {
  /** Always returns a frame: the box's own, or the cloud's with a code of 4000 and over. */
  async function send(ask: Act): Promise<FrameIn> {
    const { lang, devsn, act, data, timeoutMs = publishWaitMs } = ask
    const id = ask.id ?? randomUUID()
    const replyWith = (code: number, about?: unknown): FrameIn => ({
      act,
      dev: devsn,
      code,
      data: about ?? null,
      id,
      ...echoedNames(data),
    })
    const wrong = faultOf(act, data)
    if (wrong) return replyWith(Code.invalid, wrong)
    const from = await memberCache.memberOf(lang, devsn, ask.user_id)
    if (!from) return replyWith(Code.notBound)
    if (boxActs.get(act)?.needs === 'owner' && from.role !== 'owner') return replyWith(Code.notAllowed)
    if (!presence.isOnline(devsn)) return replyWith(Code.offline)
    const lifeMs = remainingLife(ask)
    if (lifeMs <= 0) return replyWith(Code.noResponse)
    const sentAt = now()
    const question = {
      kind: 'act' as const,
      id: boxIdOf(lang, ask.user_id, id),
      act,
      data,
      from: ask.token_hash === undefined ? from : { ...from, session: sessionIdOf(ask.token_hash, devsn) },
      sent_at: sentAt,
      expires_at: sentAt + lifeMs,
    }
    const answer = await boxRequests.ask({ devsn, lang }, question, { timeoutMs, onTaken: ask.onTaken })
    if (answer.kind === 'offline') return replyWith(Code.offline)
    if (answer.kind === 'silent') return replyWith(Code.noResponse)
    const { code, data: reply } = answer.frame
    return { act, dev: devsn, code, data: reply ?? null, id, ...echoedNames(data), ...echoedNames(reply) }
  }

  return { send }
}

/** How long the act may still have an effect; promise 26: a key that was held up on its way has less. */
function remainingLife({ act, timeoutMs = publishWaitMs, lateMs = 0 }: Act): number {
  const lifeMs = boxActs.get(act)?.lifeMs
  return lifeMs === undefined ? timeoutMs : lifeMs - lateMs
}

/** Validates an act before it is sent; returns the data of a 4000. */
function faultOf(act: string, data: unknown): { field: string; rule: string } | undefined {
  if (!boxActs.has(act)) return { field: 'act', rule: 'act' }
  if (!isShallow(data, frameMaxDepth)) return { field: 'data', rule: 'too_deep' }
  if (Buffer.byteLength(JSON.stringify(data ?? null)) > frameMaxBytes) return { field: 'data', rule: 'too_large' }
  return undefined
}

/** A sign-in as a box knows it: another one for each box, and no token can be made from it. */
export function sessionIdOf(tokenHash: string, devsn: string): string {
  return createHash('sha256').update(`${devsn}\n${tokenHash}`).digest().subarray(0, 16).toString('base64url')
}

/** The act's id for the box. */
function boxIdOf(lang: Lang, userId: string, id: string): string {
  return createHash('sha256')
    .update(inboxIdText(lang, userId, id))
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}
