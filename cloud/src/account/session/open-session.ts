/** Last step of every sign-in: opens a session and builds the response that the app stores. */
import type { Db, Trx } from '../../kit/db.ts'
import type { AnyoneContext } from '../../kit/http/serve.ts'
import { newToken, tokenHashOf } from '../../kit/auth.ts'
import { clientOf } from './user-agent.ts'
import { addSession } from './session.store.ts'
import { bindInfoOf, profileOf } from '../store.ts'

export async function openSession(
  trx: Trx,
  userId: string,
  { now, agent, address }: Pick<AnyoneContext, 'now' | 'agent' | 'address'>,
): Promise<string> {
  const token = newToken()
  await addSession(trx, { token_hash: tokenHashOf(token), user_id: userId, now, client: clientOf(agent), address })
  return token
}

export async function signedIn(db: Db, userId: string, token: string) {
  return { token, user: await profileOf(db, userId), bind: await bindInfoOf(db, userId) }
}
