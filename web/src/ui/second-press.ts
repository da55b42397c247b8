import { now } from '../kit/time/clock.ts'

const doublePressMs = 500

/** The second press of a double one comes to the field that the first one sent and emptied. sentAt: ms. */
export function isSecondPress(text: string, sentAt: number): boolean {
  return text === '' && now() - sentAt < doublePressMs
}
