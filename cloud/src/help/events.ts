/** Deletes the feedback of an erased account (P36), and after an hour feedback that was left incomplete by a stopped cloud. */
import { userErased } from '@homeport/contract/account.ts'
import { listener, type Listener } from '../kit/events.ts'
import type { Realm } from '../kit/realm.ts'
import type { Uploads } from '../media/uploads.ts'
import { eraseFeedback } from './pictures.ts'
import { feedbackOf, halfFeedback } from './store.ts'

const halfLifeMs = 60 * 60_000

export function helpListeners(uploads: Uploads): readonly Listener[] {
  return [
    listener(userErased, 'once', async ({ user_id }, realm) => {
      for (const one of await feedbackOf(realm.db, user_id)) await eraseFeedback(realm, uploads, one)
    }),
  ]
}

export async function sweepFeedback(realm: Realm, uploads: Uploads, now: number): Promise<void> {
  for (const half of await halfFeedback(realm.db, now - halfLifeMs)) await eraseFeedback(realm, uploads, half)
}
