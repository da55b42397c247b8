/** Long frames of all apps of this process together: as fast as the cloud collects what they leave, however many apps send them (P43). */

const bytesPerSecond = 4 * 1024 * 1024
/** Shorter frames are not counted. */
const longFrameBytes = 8 * 1024

export type ReadRate = {
  /** ms for which nothing more is to be read of the app that sent this frame. */
  waitFor(sizeBytes: number): number
}

/** now: ms. A second's worth may come at once. */
export function createReadRate(now: () => number): ReadRate {
  let free = bytesPerSecond
  let filledAt = now()
  return {
    waitFor(sizeBytes) {
      if (sizeBytes < longFrameBytes) return 0
      const at = now()
      free = Math.min(bytesPerSecond, free + ((at - filledAt) / 1_000) * bytesPerSecond) - sizeBytes
      filledAt = at
      return free >= 0 ? 0 : (-free / bytesPerSecond) * 1_000
    },
  }
}
