/** Why a download waits. */
import { both } from '../kit/lang.ts'

export const waitText = both({
  en: {
    queued: (place: number) => `Queued, ${ordinal(place)}`,
    retryIn: (tries: number, time: string) => `${tried(tries)}, again in ${time}`,
    retryNow: (tries: number) => `${tried(tries)}, trying again`,
  },
  zh: {
    queued: (place) => `排队中，第 ${place} 位`,
    retryIn: (tries, time) => `已尝试 ${tries} 次，${time}后重试`,
    retryNow: (tries) => `已尝试 ${tries} 次，正在重试`,
  },
})

function ordinal(n: number): string {
  const ends = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${n}${ends[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)]}`
}

function tried(times: number): string {
  return times === 1 ? 'Tried once' : `Tried ${times} times`
}
