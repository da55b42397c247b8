/** When the next film is offered near the end of one, and how many seconds it counts: the same on the TV and on every phone. */

/** Before the end of the film, or of its last tenth if that is shorter. */
const offeredMs = 20_000
const offeredShare = 0.1

/** Whole seconds of the film until the next one; undefined while it is not offered. point, duration: ms. */
export function nextIn({ point, duration }: { point: number; duration: number }): number | undefined {
  if (duration <= 0) return undefined
  const remaining = duration - point
  if (remaining > Math.min(offeredMs, duration * offeredShare)) return undefined
  return Math.max(0, Math.ceil(remaining / 1_000))
}
