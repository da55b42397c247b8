/** A feature of the station as one value: its `feature.ts` builds it, app/features.ts lists all of them, app/start.ts runs them in a loop. */
import type { Handler } from './connection/answer.ts'

/** All members are optional. Events of other features and of the connection come over the event bus. */
export type Feature = {
  acts?: readonly Handler[]
  /** Called before the connection to the cloud starts; long work is not awaited. */
  start?: () => Promise<void> | void
  /** Every second. */
  tick?: () => void
  /** Every 30 seconds. */
  slowTick?: () => void
  /** Called while the connection is still up. */
  prepareStop?: () => Promise<void> | void
  /** Called after the connection closed. */
  stop?: () => Promise<void> | void
}
