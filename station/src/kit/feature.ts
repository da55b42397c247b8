/** What a feature gives to the box as one value: its `feature.ts` gathers it, app/features.ts lists all of them, app/start.ts runs them alike. */
import type { Handler } from './answer.ts'

/** Every member is optional: a feature gives what it has. What it hears of other features and of the link comes over the event bus. */
export type Feature = {
  acts?: readonly Handler[]
  /** Before the link starts; what takes long goes on by itself. */
  start?: () => Promise<void> | void
  /** Every second. */
  tick?: () => void
  /** Every 30 seconds. */
  slowTick?: () => void
  /** While the link is still up. */
  prepareStop?: () => Promise<void> | void
  /** After the link closed. */
  stop?: () => Promise<void> | void
}
