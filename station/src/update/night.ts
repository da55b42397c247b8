/** When the box updates at night: from 3:00 on, by its own clock, and until 5:00. */
const nightHour = 3
const nightEndHour = 5

/** The next 3:00 after a moment, ms. */
export function nextNight(now: number): number {
  const night = new Date(now)
  night.setHours(nightHour, 0, 0, 0)
  if (night.getTime() <= now) night.setDate(night.getDate() + 1)
  return night.getTime()
}

export function isNight(now: number): boolean {
  const hour = new Date(now).getHours()
  return hour >= nightHour && hour < nightEndHour
}
