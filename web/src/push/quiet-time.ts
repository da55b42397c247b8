/** Minutes of the day as a clock shows them, and as a time field holds them. */
export function clockOf(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
}

export function fieldOf(minute: number): string {
  return clockOf(minute).padStart(5, '0')
}

/** undefined for an empty or incomplete field. */
export function minuteOf(field: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(field) ?? []
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute)
}
