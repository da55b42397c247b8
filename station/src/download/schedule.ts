/** Other limits at certain hours, by the clock of the box. */
import type { DownloadConfig, Schedule } from '@homeport/contract/download-config.ts'

const dayMs = 86_400_000

/** until: when it ends, in ms; undefined: it does not hold now. */
export function scheduleAt({ is_on, from_min, to_min, days }: Schedule, now: number): { until: number } | undefined {
  if (!is_on) return undefined
  const lengthMin = to_min > from_min ? to_min - from_min : to_min + 1_440 - from_min
  // It may have begun yesterday.
  for (const day of [now, now - dayMs]) {
    const begin = atMinute(day, from_min)
    if (!days.includes(begin.getDay())) continue
    const end = atMinute(begin.getTime(), from_min + lengthMin)
    if (begin.getTime() <= now && now < end.getTime()) return { until: end.getTime() }
  }
  return undefined
}

/** By the clock on the wall, also on the days when it is put forward or back. */
function atMinute(day: number, minute: number): Date {
  const date = new Date(day)
  date.setHours(0, minute, 0, 0)
  return date
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
