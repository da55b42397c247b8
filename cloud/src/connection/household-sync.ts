/** Tells a box its household (members, their sign-ins, and name) when it connects and after each change, and updates what depends on a binding. */
import type { Sender } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { BoxRequests } from './requests/box-requests.ts'
import type { Broker } from './broker/broker.ts'
import type { LastSeen } from './presence/last-seen.ts'
import type { MemberCache } from './requests/member-cache.ts'
import type { Mirror } from './mirror/mirror.ts'
import { sessionIdOf } from './requests/relay.ts'

export type HouseholdSync = ReturnType<typeof createHouseholdSync>

export function createHouseholdSync({
  memberCache,
  boxRequests,
  broker,
  mirror,
  lastSeen,
  nameOf,
  tokensOf,
}: {
  memberCache: MemberCache
  boxRequests: BoxRequests
  broker: Broker
  mirror: Mirror
  lastSeen: LastSeen
  nameOf: (lang: Lang, devsn: string) => Promise<string>
  /** Hashes of the members' tokens that have not ended. */
  tokensOf: (lang: Lang, devsn: string) => Promise<string[]>
}) {
  async function send(lang: Lang, devsn: string): Promise<Sender[]> {
    memberCache.forget(lang, devsn)
    const members = await memberCache.members(lang, devsn)
    const [name, tokens] = await Promise.all([nameOf(lang, devsn), tokensOf(lang, devsn)])
    const sessions = tokens.map((hash) => sessionIdOf(hash, devsn))
    boxRequests.send({ devsn, lang }, { kind: 'household', members, name, sessions })
    return members
  }

  /** The box sent its hello, or its bindings changed. */
  async function begin(lang: Lang, devsn: string, mirrorEpoch?: string): Promise<void> {
    const members = await send(lang, devsn)
    // The box may have been bound between its sign-in and its hello.
    if (members.length > 0) broker.setBound(devsn, true)
    if (members.length > 0) mirror.begin(lang, devsn, mirrorEpoch)
  }

  return {
    begin,
    /** Runs in every process: the bindings of this box in this realm changed. */
    async changed(lang: Lang, devsn: string): Promise<void> {
      memberCache.forget(lang, devsn)
      if (!broker.holds(devsn)) return
      broker.setBound(devsn, await memberCache.isBound(devsn))
      await begin(lang, devsn)
      await lastSeen.saveNow(devsn)
    },
    /** Runs in every process: the box was renamed, or a member's sign-in ended. */
    async resend(lang: Lang, devsn: string): Promise<void> {
      if (broker.holds(devsn)) await send(lang, devsn)
    },
  }
}
