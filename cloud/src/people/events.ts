/** P36: whom an erased person followed, and who followed them, do so no longer; the counters of the others follow. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import { partSome, markErased } from './edge.store.ts'

/** At once, so that others who follow meanwhile wait for a moment only. */
const atOnce = 100

export const peopleListeners: readonly Listener[] = [
  listener(userErased, 'once', async ({ user_id }, realm) => {
    await realm.change((trx) => markErased(trx, user_id))
    while (await realm.change((trx) => partSome(trx, user_id, atOnce)));
  }),
]
