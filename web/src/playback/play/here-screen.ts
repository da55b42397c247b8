/** The id of this browser's screen while the person is at the box's page, '' otherwise; it outlives the way there and back. */
import { tabText } from '../../kit/storage.ts'

const slot = 'watchesHere'

export const hereScreen = {
  get: (): string => tabText.get(slot),
  set: (screen_id: string): void => tabText.set(slot, screen_id),
}
