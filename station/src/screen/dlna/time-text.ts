/** Times as DLNA writes them. */

/** H:MM:SS. */
export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** undefined for NOT_IMPLEMENTED and whatever else is no time. */
export function timeMs(text: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^\+?(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)$/.exec(text ?? '') ?? []
  if (hours === undefined) return undefined
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000)
}
