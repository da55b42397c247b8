/** The day of messages, as the separator above them. */
import { dateOf } from '../kit/format.ts'
import { textNow } from '../kit/lang.ts'
import { messageText } from './text.ts'

const dayMs = 86_400_000

export function dayName(atSeconds: number, nowMs: number): string {
  const words = textNow(messageText)
  const days = Math.round((midnight(nowMs) - midnight(atSeconds * 1000)) / dayMs)
  if (days <= 0) return words.today
  return days === 1 ? words.yesterday : dateOf(atSeconds)
}

function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
