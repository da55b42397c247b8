/** P36: an erased account leaves no bullet comment behind; nobody would know whose it was, but its words may say. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import { dropBulletsBy } from './store.ts'

export const guideListeners: readonly Listener[] = [
  listener(userErased, 'once', ({ user_id }, realm) => dropBulletsBy(realm.db, user_id)),
]
