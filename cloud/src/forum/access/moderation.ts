/** Moderation checks for other features: bans, forbidden words and moderators belong to the forum; app/features.ts passes them on. */
import type { Db } from '../../kit/db.ts'
import type { UserContext } from '../../kit/http/serve.ts'
import { checkForbiddenWords, requireNotBanned } from './posting-policy.ts'
import { askerOf } from '../model/person.store.ts'

export const moderation = {
  mayWrite: async (context: Pick<UserContext, 'db' | 'user' | 'now'>) =>
    requireNotBanned(context, await askerOf(context.db, context.user.user_id)),
  checkForbiddenWords,
  isModerator: async (db: Db, userId: string) => (await askerOf(db, userId)).isModerator,
}
