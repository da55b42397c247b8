/** Other limits at certain hours, by the clock of the box. */
import type { DownloadConfig, Schedule } from '@homeport/contract/download/download-config.ts'

/** until: when it ends, in ms; undefined: it does not hold now. By the clock on the wall, also on the days when it is put forward or back; a beginning that such a day does not have moves as a whole. */
export function scheduleAt({ is_on, from_min, to_min, days }: Schedule, now: number): { until: number } | undefined {
  if (!is_on) return undefined
  const lengthMin = to_min > from_min ? to_min - from_min : to_min + 1_440 - from_min
  // It may have begun yesterday.
  for (const daysAgo of [0, 1]) {
    const begin = atMinute(now, -daysAgo, from_min)
    if (!days.includes(begin.getDay())) continue
    const isMoved = begin.getHours() * 60 + begin.getMinutes() !== from_min
    const until = isMoved ? begin.getTime() + lengthMin * 60_000 : atMinute(now, -daysAgo, from_min + lengthMin).getTime()
    if (begin.getTime() <= now && now < until) return { until }
  }
  return undefined
}

function atMinute(now: number, addedDays: number, minute: number): Date {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + addedDays, 0, minute)
}

/** pausedUntil: nothing is downloaded until then, in ms. */
export type CurrentLimits = { down_limit_bytes: number; up_limit_bytes: number; pausedUntil: number | null }

export function limitsAt({ schedule, down_limit_bytes, up_limit_bytes }: DownloadConfig, now: number): CurrentLimits {
  const current = scheduleAt(schedule, now)
  if (!current) return { down_limit_bytes, up_limit_bytes, pausedUntil: null }
  return {
    down_limit_bytes: schedule.down_limit_bytes,
    up_limit_bytes: schedule.up_limit_bytes,
    pausedUntil: schedule.is_paused ? current.until : null,
  }
}
