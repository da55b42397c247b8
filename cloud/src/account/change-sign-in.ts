/** A change of how an account signs in: its owner is told, and all tokens but one end, in the transaction of the change (P10). */
import { accountChanged, tokensEnded, type accountNews } from '@homeport/contract/account.ts'
import type { Trx } from '../kit/db.ts'
import type { Realm } from '../kit/realm.ts'
import type { UserContext } from '../kit/http/serve.ts'
import { endOthers } from './session/session.store.ts'

/** but: the hash of the token that stays, '' if none does. */
type Change = { user_id: string; but: string; now: number; what: (typeof accountNews)[number] }

export async function changeSignIn(
  realm: Realm,
  { user_id, but, now, what }: Change,
  write: (trx: Trx) => Promise<void>,
): Promise<void> {
  await realm.change(async (trx, emit) => {
    await write(trx)
    await emit(accountChanged, { user_id, what, at: now })
    await emit(tokensEnded, { user_id, token_hashes: await endOthers(trx, user_id, { but, now }) })
  })
}

/** A change that a user makes to the own account. */
export function changeOf({ user, tokenHash, now }: UserContext, what: Change['what']): Change {
  return { user_id: user.user_id, but: tokenHash, now, what }
}
