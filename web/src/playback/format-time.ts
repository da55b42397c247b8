/** Formats playback positions and durations. */
import { percentOf } from '../kit/format.ts'

/** 2892000 → '48:12', 9180000 → '2:33:00'. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** Spec 3: values derived from a player's point and duration (ms; duration 0 = unknown). */
export function pointsOf(point: number, duration: number) {
  return {
    seconds: Math.floor(point / 1000),
    current: formatClock(point),
    left: duration > 0 ? `−${formatClock(duration - point)}` : '',
    total: duration > 0 ? formatClock(duration) : '',
    slider_value: percentOf(point, duration),
  }
}
