/** Formats the time of a message: the day as a separator, the time below the message. */
import { dateOf } from '../kit/format.ts'
import { lang, textNow } from '../kit/lang.ts'
import { messageText } from './text.ts'

const dayMs = 86_400_000

export function dayName(atSeconds: number, nowMs: number): string {
  const words = textNow(messageText)
  const days = Math.round((midnight(nowMs) - midnight(atSeconds * 1000)) / dayMs)
  if (days <= 0) return words.today
  return days === 1 ? words.yesterday : dateOf(atSeconds)
}

export function timeOf(atSeconds: number): string {
  const locale = lang.get() === 'zh' ? 'zh-CN' : 'en-GB'
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(atSeconds * 1000))
}

function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}
