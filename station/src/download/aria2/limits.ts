/** Converts the box's limits to aria2 options. */
import type { JobLimits, Limits } from '../engine/engine.ts'

/** aria2 stores speeds in 32 bits. */
const maxSpeed = 2_000_000_000
const longMinutes = 5_256_000

export function toAria2Options(limits: Limits): Record<string, string> {
  return {
    'max-overall-download-limit': String(Math.min(maxSpeed, limits.down_limit_bytes)),
    'max-overall-upload-limit': String(Math.min(maxSpeed, limits.up_limit_bytes)),
    ...seedingOf(limits),
  }
}

/** aria2 stops at the first of the two limits; ratio 0 means no limit, time 0 means no seeding. */
export function seedingOf({ seed_ratio, seed_minutes }: Pick<Limits, 'seed_ratio' | 'seed_minutes'>): Record<string, string> {
  const minutes = seed_minutes === 0 && seed_ratio > 0 ? longMinutes : seed_minutes
  return { 'seed-ratio': seed_ratio.toFixed(2), 'seed-time': String(minutes) }
}

export function speedsOf({ down_limit, up_limit }: JobLimits): Record<string, string> {
  return {
    'max-download-limit': String(Math.min(maxSpeed, down_limit)),
    'max-upload-limit': String(Math.min(maxSpeed, up_limit)),
  }
}

/** The options of one job; box: whose seeding it keeps where it has none of its own. */
export function toJobOptions(own: JobLimits, box: Limits): Record<string, string> {
  return {
    ...speedsOf(own),
    ...seedingOf({ seed_ratio: own.seed_ratio ?? box.seed_ratio, seed_minutes: own.seed_minutes ?? box.seed_minutes }),
  }
}
