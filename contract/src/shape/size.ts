/** Sizes and speeds as text on the wire: units at 1024, B, K, M, GB (spec 9). */
const units = ['B', 'K', 'M', 'GB'] as const

/** 19293798 → '18.4M'. */
export function sizeText(bytes: number): string {
  let value = Math.max(0, bytes)
  let step = 0
  while (value >= 1024 && step < units.length - 1) {
    value /= 1024
    step += 1
  }
  const rounded = value >= 100 || step === 0 ? Math.round(value) : Math.round(value * 10) / 10
  return `${rounded}${units[step]}`
}

/** 0 → '0K/S' (spec 4), 19293798 → '18.4M/S'. */
export function speedText(bytesPerSecond: number): string {
  return bytesPerSecond < 1 ? '0K/S' : `${sizeText(bytesPerSecond)}/S`
}
