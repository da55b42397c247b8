/** P36: deletes an erased account's bullet comments; without an author their text could still identify the person. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import { dropBulletsBy } from './store.ts'

export const guideListeners: readonly Listener[] = [
  listener(userErased, 'once', ({ user_id }, realm) => dropBulletsBy(realm.db, user_id)),
]
