/** Quiet hours: what comes within them waits for their end, and is then one summary. */
const minuteMs = 60_000
const dayMinutes = 1_440

type Quiet = { quiet_from: number | null; quiet_to: number | null; time_zone: string }

/** When a notice of now may be shown, in ms: now, or the end of the quiet hours that now lies in. The same begin and end: never quiet. */
export function dueAt({ quiet_from: from, quiet_to: to, time_zone }: Quiet, now: number): number {
  if (from === null || to === null || from === to) return now
  const minute = minuteOf(now, time_zone)
  const sinceFrom = (minute - from + dayMinutes) % dayMinutes
  const length = (to - from + dayMinutes) % dayMinutes
  if (sinceFrom >= length) return now
  const begin = now - (now % minuteMs)
  const due = begin + (length - sinceFrom) * minuteMs
  // A clock that was put forward or back meanwhile shows another minute there.
  const shift = ((to - minuteOf(due, time_zone) + dayMinutes + dayMinutes / 2) % dayMinutes) - dayMinutes / 2
  const shifted = due + shift * minuteMs
  // A minute that this night does not have: then not before the clock was put forward.
  return minuteOf(shifted, time_zone) === to ? shifted : due
}

/** The minute of the day, on a clock of that zone; UTC for a zone that is not known. */
function minuteOf(at: number, timeZone: string): number {
  const [hour = 0, minute = 0] = formatOf(timeZone).format(at).split(':').map(Number)
  return (hour % 24) * 60 + minute
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return timeZone === '' || new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const zone = timeZone !== '' && isTimeZone(timeZone) ? timeZone : 'UTC'
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hour12: false })
}
