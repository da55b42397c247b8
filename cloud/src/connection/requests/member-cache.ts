/** Cache of each box's members per realm, for a moment, so that a burst of acts does not query the database each time. */
import type { Sender } from '@homeport/contract/kit/connection.ts'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'

/** An unbinding takes effect everywhere within this time, even if its event was lost. */
const keepMs = 1_000

export type MembersOf = (lang: Lang, devsn: string) => Promise<Sender[]>
export type MemberCache = ReturnType<typeof createMemberCache>

export function createMemberCache({ membersOf, now }: { membersOf: MembersOf; now: () => number }) {
  const cache = new Map<string, { at: number; members: Promise<Sender[]> }>()

  function members(lang: Lang, devsn: string): Promise<Sender[]> {
    const key = `${lang}/${devsn}`
    const existing = cache.get(key)
    if (existing && now() - existing.at < keepMs) return existing.members
    const pending = membersOf(lang, devsn)
    cache.delete(key)
    cache.set(key, { at: now(), members: pending })
    pending.catch(() => cache.delete(key))
    dropOld()
    return pending
  }

  function dropOld(): void {
    for (const [key, { at }] of cache) {
      if (now() - at < keepMs) break
      cache.delete(key)
    }
  }

  /** A person who has just been bound is missing in an older list, so a missing one is looked up anew. */
  async function memberOf(lang: Lang, devsn: string, userId: string): Promise<Sender | undefined> {
    const before = cache.get(`${lang}/${devsn}`)
    const find = async () => (await members(lang, devsn)).find(({ user_id }) => user_id === userId)
    const member = await find()
    if (member || before === undefined || cache.get(`${lang}/${devsn}`) !== before) return member
    cache.delete(`${lang}/${devsn}`)
    return find()
  }

  return {
    members,
    /** This user as a member of the box's household; undefined = not bound. */
    memberOf,
    isBound: async (devsn: string) =>
      (await Promise.all(langs.map((lang) => members(lang, devsn)))).some((list) => list.length > 0),
    forget: (lang: Lang, devsn: string) => void cache.delete(`${lang}/${devsn}`),
  }
}
