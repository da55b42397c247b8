/** Converts the box's limits to aria2 options. */
import type { Limits } from '../engine.ts'

/** aria2 stores speeds in 32 bits. */
const speedMost = 2_000_000_000
const longMinutes = 5_256_000

export function toAria2Options(limits: Limits): Record<string, string> {
  return {
    'max-overall-download-limit': String(Math.min(speedMost, limits.down_limit_bytes)),
    'max-overall-upload-limit': String(Math.min(speedMost, limits.up_limit_bytes)),
    ...seedingOf(limits),
  }
}

/** aria2 stops at the first of the two limits; ratio 0 means no limit, time 0 means no seeding. */
export function seedingOf({ seed_ratio, seed_minutes }: Limits): Record<string, string> {
  const minutes = seed_minutes === 0 && seed_ratio > 0 ? longMinutes : seed_minutes
  return { 'seed-ratio': seed_ratio.toFixed(2), 'seed-time': String(minutes) }
}
