/** The push feature: notifications of phones on which the app is not open. */
import { tokensEnded, userErased } from '@homeport/contract/account.ts'
import { pushNotice } from '@homeport/contract/push.ts'
import { listener } from '../kit/events.ts'
import type { Feature } from '../shared/feature.ts'
import { enqueue } from './queue.store.ts'
import { pushRoutes } from './routes.ts'
import { createPushSender, type PushSenderDeps } from './sender.ts'
import { dropOrphans, dropSubscriptions, dropSubscriptionsOf, exportOf } from './store.ts'

export function pushFeature(deps: PushSenderDeps): Feature {
  const sender = createPushSender(deps)
  return {
    routes: pushRoutes({ publicKey: sender.publicKey, hosts: deps.hosts }),
    listeners: [
      listener(pushNotice, 'once', async ({ user_id, devsn, ...notice }, realm) => {
        const isQueued = await realm.change((trx) => enqueue(trx, { user_id, devsn }, { ...notice, now: deps.now() }))
        if (isQueued) sender.wake()
      }),
      listener(tokensEnded, 'once', ({ token_hashes }, { db }) => dropSubscriptions(db, token_hashes)),
      listener(userErased, 'once', ({ user_id }, { db }) => dropSubscriptionsOf(db, user_id)),
    ],
    exporter: { name: 'push', of: exportOf },
    seed: async () => sender.start(),
    sweep: ({ db }, at) => dropOrphans(db, at),
    stop: () => sender.stop(),
  }
}
