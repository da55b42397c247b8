/** The values of a playback position that the app shows. */
import { formatClock, formatLeft, percentOf } from '../kit/text/format.ts'

/** Spec 3: values derived from a player's point and duration (ms; duration 0 = unknown). */
export function pointsOf(point: number, duration: number) {
  return {
    seconds: Math.floor(point / 1000),
    current: formatClock(point),
    left: formatLeft(point, duration),
    total: duration > 0 ? formatClock(duration) : '',
    slider_value: percentOf(point, duration),
  }
}
