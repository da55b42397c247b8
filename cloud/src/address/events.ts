/** P36: deletes the addresses of an erased account. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import { dropAll } from './store.ts'

export const addressListeners: readonly Listener[] = [
  listener(userErased, 'once', ({ user_id }, realm) => realm.change((trx) => dropAll(trx, user_id))),
]
