/** Routes of notifications: the cloud's key, the phone's subscription, and what it is notified of. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { pushKey, pushSettings, pushSubscribe, pushUnsubscribe, savePushSettings } from '@homeport/contract/push.ts'
import { isPublicUrl } from '../kit/http/http-client.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { isP256Point } from './p256-point.ts'
import { isTimeZone } from './quiet.ts'
import { dropSubscriptions, saveChoice, stateOf, subscribe } from './store.ts'

export type PushRouteDeps = { publicKey: () => Promise<string>; hosts: readonly string[] }

export function pushRoutes({ publicKey, hosts }: PushRouteDeps): Route[] {
  return [
    serve(pushKey, async () => ({ key: await publicKey() })),

    serve(pushSubscribe, async (input, { realm, user, tokenHash, now }) => {
      // P34: judged again, by its resolved address, whenever something is sent.
      if (!isPublicUrl(input.endpoint, hosts)) throw invalid('endpoint', 'invalid')
      if (!isP256Point(input.p256dh)) throw invalid('p256dh', 'invalid')
      if (!isTimeZone(input.time_zone)) throw invalid('time_zone', 'invalid')
      await realm.change((trx) => subscribe(trx, { token_hash: tokenHash, user_id: user.user_id }, { ...input, now }))
      return stateOf(realm.db, tokenHash)
    }),

    serve(pushUnsubscribe, async (_, { db, tokenHash }) => {
      await dropSubscriptions(db, [tokenHash])
      return stateOf(db, tokenHash)
    }),

    serve(pushSettings, async (_, { db, tokenHash }) => stateOf(db, tokenHash)),

    serve(savePushSettings, async (choice, { db, tokenHash }) => {
      if (!isTimeZone(choice.time_zone)) throw invalid('time_zone', 'invalid')
      if (!(await saveChoice(db, tokenHash, choice))) throw new Refusal(Code.notFound)
      return stateOf(db, tokenHash)
    }),
  ]
}
