/** Deletes a user's film positions on a box when they unbind it. */
import { deviceUnbound } from '@homeport/contract/device.ts'
import { listener, type Listener } from '../kit/events.ts'
import { forgetPositions } from './store.ts'

export const playbackListeners: readonly Listener[] = [
  listener(deviceUnbound, 'once', ({ devsn, user_id }, { db }) => forgetPositions(db, { user_id, devsn })),
]
