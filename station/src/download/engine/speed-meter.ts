/** Bytes a second over the last seconds. */

const overMs = 3_000
const markEveryMs = 100

export type SpeedMeter = ReturnType<typeof createSpeedMeter>

export function createSpeedMeter(now: () => number) {
  let marks: { at: number; bytes: number }[] = []
  let total = 0
  return {
    add(bytes: number): void {
      const at = now()
      const last = marks.at(-1)
      if (!last || at - last.at >= markEveryMs) {
        marks = marks.filter((mark) => at - mark.at <= overMs)
        marks.push({ at, bytes: total })
      }
      total += bytes
    },
    bytesPerSecond(): number {
      const from = marks.find((mark) => now() - mark.at <= overMs)
      const passed = from ? now() - from.at : 0
      return from && passed > 0 ? Math.round(((total - from.bytes) * 1000) / passed) : 0
    },
  }
}
