/** Limits of speed as Transmission takes them: whole kilobytes a second, and whether there is a limit at all. */
import type { SpeedLimits } from '../house-program/driver.ts'

const kilobyte = 1_000
/** Never none of a limit. */
const speedOf = (bytes: number): number => Math.max(1, Math.round(bytes / kilobyte))

export const torrentLimits = ({ down, up }: SpeedLimits) => ({
  downloadLimited: down > 0,
  uploadLimited: up > 0,
  ...(down > 0 && { downloadLimit: speedOf(down) }),
  ...(up > 0 && { uploadLimit: speedOf(up) }),
})

/** undefined: it stays as it is. */
export const sessionLimits = ({ down, up }: { down: number | undefined; up: number | undefined }) => ({
  ...(down !== undefined && { 'speed-limit-down-enabled': down > 0 }),
  ...(down !== undefined && down > 0 && { 'speed-limit-down': speedOf(down) }),
  ...(up !== undefined && { 'speed-limit-up-enabled': up > 0 }),
  ...(up !== undefined && up > 0 && { 'speed-limit-up': speedOf(up) }),
})
