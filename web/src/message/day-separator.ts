/** The day of messages, as the separator above them. */
import { dateOf, daysAgo } from '../kit/text/format.ts'
import { textNow } from '../kit/lang.ts'
import { messageText } from './text.ts'

export function dayName(atSeconds: number, nowMs: number): string {
  const words = textNow(messageText)
  const days = daysAgo(atSeconds * 1000, nowMs)
  if (days <= 0) return words.today
  return days === 1 ? words.yesterday : dateOf(atSeconds)
}
