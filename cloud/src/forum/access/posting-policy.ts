/** Posting policy: bans, rate limits, stricter limits for new accounts, and forbidden words. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Limits } from '../../kit/rate-limit.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import type { UserContext } from '../../kit/http/serve.ts'
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { banReasonOf, joinedAt } from '../model/person.store.ts'
import type { Asker } from '../post/viewer.ts'
import { forbiddenWords } from '../model/report.store.ts'
import { banned, text } from '../post/text.ts'

const newForMs = 24 * 60 * 60_000
const rates = {
  thread: { points: 10, seconds: 10 * 60 },
  reply: { points: 30, seconds: 60 },
  /** For threads and replies: each edit stores the previous text. */
  edit: { points: 30, seconds: 10 * 60 },
}
/** For accounts in their first day. */
const newRates = {
  thread: { points: 10, seconds: 24 * 60 * 60 },
  reply: { points: 100, seconds: 24 * 60 * 60 },
  edit: { points: 100, seconds: 24 * 60 * 60 },
}

/** Refuses a banned user (4003); call it before any write. */
export async function requireNotBanned({ db, user, now }: Context, asker: Asker): Promise<void> {
  if (asker.bannedUntil > now) throw new Refusal(Code.notAllowed, banned(asker.bannedUntil, await banReasonOf(db, user.user_id)))
}

/** Refuses the field that contains a forbidden word. */
export async function checkForbiddenWords({ db }: Pick<Context, 'db'>, fields: Readonly<Record<string, string>>): Promise<void> {
  const words = await forbiddenWords(db)
  for (const [field, written] of Object.entries(fields)) {
    const folded = foldLetters(written)
    if (words.some((word) => folded.includes(word))) throw invalid(field, 'words_forbidden')
  }
}

export type PostingPolicy = ReturnType<typeof createPostingPolicy>
type Kind = keyof typeof rates
type Context = Pick<UserContext, 'db' | 'user' | 'now'>

export function createPostingPolicy(limits: Limits) {
  const fast = {
    thread: limits.open('forum_thread', rates.thread),
    reply: limits.open('forum_reply', rates.reply),
    edit: limits.open('forum_edit', rates.edit),
  }
  const newcomerLimits = {
    thread: limits.open('forum_thread_new', newRates.thread),
    reply: limits.open('forum_reply_new', newRates.reply),
    edit: limits.open('forum_edit_new', newRates.edit),
  }
  return {
    mayWrite: requireNotBanned,
    checkForbiddenWords,

    /** Checks and counts the rate limits; moderators have none. Call in the transaction that holds the member lock, so that parallel requests cannot exceed them. */
    async consumeRate(kind: Kind, { realm, db, user, now }: Context & Pick<UserContext, 'realm'>, asker: Asker): Promise<void> {
      if (asker.isModerator) return
      const key = `${realm.lang}:${user.user_id}`
      if ((await fast[kind].waitMs(key)) > 0) throw new Refusal(Code.tooMany, text.tooFast)
      const isFresh = (await joinedAt(db, user.user_id)) > now - newForMs
      if (isFresh && (await newcomerLimits[kind].waitMs(key)) > 0) throw new Refusal(Code.tooMany, text.tooMany)
      await fast[kind].count(key)
      if (isFresh) await newcomerLimits[kind].count(key)
    },
  }
}
