/** P36: deletes the follows of an erased user, in both directions; the counters of the others are updated. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import { partSome, markErased } from './edge.store.ts'

/** Batch size: parallel follows of others wait only briefly. */
const atOnce = 100

export const peopleListeners: readonly Listener[] = [
  listener(userErased, 'once', async ({ user_id }, realm) => {
    await realm.change((trx) => markErased(trx, user_id))
    while (await realm.change((trx) => partSome(trx, user_id, atOnce)));
  }),
]
