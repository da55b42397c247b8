/** Account cancellation: requested with proof, can be undone for seven days, then every feature erases its own data (P36). */
import { accountChanged, cancel, cancelDays, tokensEnded, undoCancel, userErased } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import type { Prove } from './security.routes.ts'
import { changeOf, changeSignIn } from './change-sign-in.ts'
import { dropSessions } from './session/session.store.ts'
import { blankUser, dueToErase, profileOf, setErase } from './store.ts'

const dayMs = 24 * 60 * 60_000

export function cancelRoutes(prove: Prove): Route[] {
  return [
    serve(cancel, async ({ posts, ...proof }, context) => {
      const { realm, user, now } = context
      const spend = await prove(context, proof, 'cancel')
      const erase_at = now + cancelDays * dayMs
      await changeSignIn(realm, changeOf(context, 'cancel_asked'), async (trx) => {
        await spend(trx)
        await setErase(trx, user.user_id, { erase_at, erase_posts: posts })
      })
      return { erase_at: Math.floor(erase_at / 1000) }
    }),

    serve(undoCancel, async (_, { realm, db, user, now }) => {
      const wasUnderWay = await realm.change(async (trx, emit) => {
        if (!(await setErase(trx, user.user_id, { erase_at: 0, erase_posts: '' }))) return false
        await emit(accountChanged, { user_id: user.user_id, what: 'cancel_undone', at: now })
        return true
      })
      if (!wasUnderWay) throw new Refusal(Code.notFound)
      return profileOf(db, user.user_id)
    }),
  ]
}

/** Erases the accounts whose waiting time is over, each in its own transaction: one that fails is retried on the next run and does not delay the others. */
export async function eraseDue(realm: Realm, now: number): Promise<void> {
  const faults: unknown[] = []
  for (const { user_id, erase_posts } of await dueToErase(realm.db, now)) {
    try {
      await realm.change(async (trx, emit) => {
        // The cancellation was undone in the meantime, or another process erased the account first.
        if (!(await blankUser(trx, user_id, now))) return
        await emit(tokensEnded, { user_id, token_hashes: await dropSessions(trx, user_id) })
        await emit(userErased, { user_id, posts: erase_posts === 'delete' ? 'delete' : 'anonymise' })
      })
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'accounts could not be erased')
}
