/** Recordings that only their time or a camera's number tells apart: several of one day, or of one trip, are no versions of one. */

const day = String.raw`(?:19|20)\d\d([-._]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])`
const hour = String.raw`(?<hour>[01]\d|2[0-3])`
const sixty = String.raw`[0-5]\d`
/** 20240101_120000, 2024-01-01 at 12.00.00, 2024-01-05 20-00, 2024-01-31.20.00 */
const times: readonly RegExp[] = [
  new RegExp(String.raw`${day}(?:[\sT_-]+|\sat\s)${hour}(?<minute>${sixty})(?<second>${sixty})?(?![\dp])`, 'iu'),
  new RegExp(
    String.raw`${day}(?:[\sT_.-]+|\sat\s)${hour}[-.:：_h](?<minute>${sixty})(?:[-.:：_](?<second>${sixty}))?(?![\dp])`,
    'iu',
  ),
]

/** The time behind the day of a name, HH:MM or HH:MM:SS, or ''. */
export function timeIn(stem: string): string {
  for (const pattern of times) {
    const { hour: hours, minute, second } = pattern.exec(stem)?.groups ?? {}
    if (hours !== undefined) return [hours, minute, second].filter((part) => part !== undefined).join(':')
  }
  return ''
}

/** IMG_0001, VID_20240101_120000, GX010001: as cameras and phones count. */
export function isCameraName(stem: string): boolean {
  return /^(?:vid|img|mov|mvi|dsc[nf]?|dji|gx|gh|gopr)[-_ ]?\d{3,}/i.test(stem)
}
