/** Whether a name tells which film it is, as far as one can see: with a year, or in words. */
import { emptyName } from './read-folders.ts'

export function isNamed({ title, year }: { title: string; year: number | null }): boolean {
  if (year !== null) return true
  const isInWords = /\p{L}{2}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(title)
  return isInWords && !emptyName.test(title.trim().replace(/\s+/g, '_'))
}
