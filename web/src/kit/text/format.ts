/** Formats numbers, sizes and times in the language of the app. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { lang } from '../lang.ts'
import { formatText } from './text.ts'

const thousands = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** A size has as many on every screen. */
const digits = 3

/** Units at 1000, at most four significant digits (spec 9): 18234567890 → '18.2 GB'. */
export function sizeOf(bytes: number): string {
  let value = Math.max(0, bytes)
  let step = 0
  while (Number(value.toPrecision(digits)) >= 1000 && step < thousands.length - 1) {
    value /= 1000
    step += 1
  }
  return `${plain(step === 0 ? Math.round(value) : value, digits)} ${thousands[step]}`
}

/** 24600000 → '24.6 MB/s'; at rest '0K/S' (spec 4). */
export function speedOf(bytesPerSecond: number): string {
  return bytesPerSecond < 1 ? '0K/S' : `${sizeOf(bytesPerSecond)}/s`
}

/** '24.6 MB/s' → ['24.6', 'MB/s'], to show the number larger than its unit. */
export function parted(text: string): [value: string, unit: string] {
  const at = text.indexOf(' ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Used and total memory of a box in GB of 1024³, from 1024 GB on in TB (spec 9). Disks use powers of 1000, as their makers do: `partOf`. */
export function usedOf(used: number, total: number): { used: string; total: string } {
  const gb = 1024 ** 3
  const inTb = total >= 1000 * gb
  const unit = inTb ? gb * 1024 : gb
  const whole = total / unit
  // no decimals beside a total of three digits
  const part = whole >= 100 ? String(Math.round(used / unit)) : plain(used / unit, 3)
  return { used: part, total: `${whole >= 10 ? Math.round(whole) : plain(whole, 2)} ${inTb ? 'TB' : 'GB'}` }
}

/** A part and its whole, of a disk or a download: '30', '271 GB'; a shared unit is written once, no decimals if the whole has three digits. */
export function partOf(part: number, whole: number): { part: string; whole: string } {
  const [value, unit] = parted(sizeOf(part))
  const all = sizeOf(whole)
  const [most, wholeUnit] = parted(all)
  if (unit !== wholeUnit) return { part: `${value} ${unit}`, whole: all }
  return { part: Number(most) >= 100 ? String(Math.round(Number(value))) : value, whole: all }
}

export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0
}

/** The quality label of a film: '4K', '1080p', '720p' are the same in every language. */
export function qualityOf(quality: string): string {
  return quality === 'SD' ? formatText[lang.get()].standardQuality : quality
}

/** Seconds left: '6 min', '1 h 45 min', '2 d'. */
export function durationOf(seconds: number): string {
  const words = formatText[lang.get()]
  if (seconds < 60) return words.seconds(Math.max(1, Math.round(seconds)))
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return words.minutes(minutes)
  if (minutes < 48 * 60) return words.hours(Math.floor(minutes / 60), minutes % 60)
  return words.days(Math.round(minutes / 1440))
}

/** A playback position or duration: 2892000 → '48:12', 9180000 → '2:33:00'. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The rest of a film: with its position, both in whole seconds, it makes the length. '0:00' at the end, '' where the length is unknown (0). */
export function formatLeft(positionMs: number, durationMs: number): string {
  if (durationMs <= 0) return ''
  const seconds = Math.floor(durationMs / 1000) - Math.floor(Math.max(0, positionMs) / 1000)
  return seconds > 0 ? `−${formatClock(seconds * 1000)}` : formatClock(0)
}

/** Spec 9: under 5 minutes 'just now', then minutes, hours, days until 30 days, then a date. */
export function agoOf(atSeconds: number, nowMs: number): string {
  const words = formatText[lang.get()]
  const seconds = Math.max(0, nowMs / 1000 - atSeconds)
  if (seconds < 300) return words.justNow
  if (seconds < 3600) return words.minutesAgo(Math.floor(seconds / 60))
  if (seconds < 86_400) return words.hoursAgo(Math.floor(seconds / 3600))
  if (seconds < 30 * 86_400) return words.daysAgo(Math.floor(seconds / 86_400))
  return dateOf(atSeconds)
}

/** The day of a past action: '21:40' today, 'Yesterday', else the date. */
export function dayOf(atSeconds: number, nowMs: number): string {
  const at = new Date(atSeconds * 1000)
  const days = daysAgo(at.getTime(), nowMs)
  if (days <= 0) return timeOfDay(at.getTime())
  return days === 1 ? formatText[lang.get()].yesterday : dateOf(atSeconds)
}

/** A past moment: '14:32' today, else '20 Nov, 14:32'. */
export function formatMoment(atMs: number, nowMs: number): string {
  const isToday = midnight(atMs) === midnight(nowMs)
  return new Intl.DateTimeFormat(locale(lang.get()), {
    ...(isToday ? {} : { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(atMs)
}

export function dateOf(atSeconds: number): string {
  const at = new Date(atSeconds * 1000)
  return dateFormat('date', at, { year: 'numeric', month: 'short', day: 'numeric' }).format(at)
}

/** By the calendar of this device: 1 yesterday, below 0 in the future. */
export function daysAgo(atMs: number, nowMs: number): number {
  return Math.round((midnight(nowMs) - midnight(atMs)) / 86_400_000)
}

function midnight(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0)
}

/** By the number of digits: making a format takes longer than a whole row of a list. */
const plainFormats = new Map<number, Intl.NumberFormat>()

function plain(value: number, digits: number): string {
  const format = plainFormats.get(digits) ?? new Intl.NumberFormat('en', { maximumSignificantDigits: digits, useGrouping: false })
  plainFormats.set(digits, format)
  return format.format(value)
}

/** The time of day: '21:40'. */
export function timeOfDay(atMs: number): string {
  const at = new Date(atMs)
  return dateFormat('time', at, { hour: '2-digit', minute: '2-digit', hour12: false }).format(at)
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Kept for each language and time zone offset: a phone may travel. */
function dateFormat(name: string, at: Date, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${lang.get()} ${at.getTimezoneOffset()}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale(lang.get()), options)
  dateFormats.set(key, format)
  return format
}

/** A calendar date without a time zone: '1990-02-28' → '28 Feb 1990'. */
export function calendarDay(day: string): string {
  return new Intl.DateTimeFormat(locale(lang.get()), { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

function locale(of: Lang): string {
  return of === 'zh' ? 'zh-CN' : 'en-GB'
}

/** The first letter of a name as people see it, a flag or a letter with its marks whole; '' for an empty name. A TV browser of before 2020 has no segmenter, and cuts by code points. */
export function firstLetter(name: string): string {
  const [first] = 'Segmenter' in Intl ? new Intl.Segmenter('und').segment(name) : []
  return (first?.segment ?? [...name][0] ?? '').toUpperCase()
}
