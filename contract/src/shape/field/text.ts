/** Multi-line user text: length in code points, not of blanks alone, stored unchanged (P30). */
import * as z from 'zod/mini'
import type { Rule } from './rule-messages.ts'

/** Control characters except tab and line ends, and lone surrogates: not every database can store them. */
const unkeepable = /[^\P{Cc}\t\n\r]|\p{Surrogate}/u

/** Some are letters and signs by their class: the blanks of braille, of Khitan, of hieroglyphs and of music. */
const unseen = /^[\s\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u

/** True if nothing is visible: characters such as joiners and fillers do not count. */
export function isUnseen(text: string): boolean {
  return unseen.test(text)
}

/** Refuses a text in which nothing is seen. */
export const seen = (rule: Rule) => z.refine<string>((text) => !isUnseen(text), rule)

/** Without the characters at its end that `cut`, a pattern of one character, takes. A pattern that ends with `+$` takes the square of a long text. */
export function trimEnd(text: string, cut: RegExp): string {
  let end = text.length
  while (end > 0 && cut.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

type Rules = { filled: Rule; length: Rule }

export function TextOf(max: number, { filled, length }: Rules) {
  return z.pipe(
    z.pipe(
      z.string(),
      // A multipart body encodes every line break as CRLF.
      z.transform((text: string) => text.replaceAll('\r\n', '\n')),
    ),
    z.string().check(
      seen(filled),
      z.refine((text) => [...text].length <= max, length),
      z.refine((text) => !unkeepable.test(text), 'text_unkeepable'),
    ),
  )
}

// Cuts of a text fall between what people see as letters (grapheme clusters): an emoji of several signs, a flag or a letter with its marks stays whole.

/** undefined: a browser of before 2024. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('und', { granularity: 'grapheme' }) : undefined
/** No letter that people write is longer, so what follows changes no cut. */
const longestLetter = 128

/** The last boundary of letters at or before this position (UTF-16). */
export function boundaryBefore(text: string, at: number): number {
  if (at >= text.length) return text.length
  return segmenter ? (segmenter.segment(text).containing(at)?.index ?? 0) : signBefore(text, at)
}

/** Between two code points. */
const signBefore = (text: string, at: number): number => (/^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at)

/** At most max code points, with … at the end if the text was longer. */
export function shorten(text: string, max: number): string {
  const signs = [...text]
  if (signs.length <= max) return text
  return `${cutText(text, signs.slice(0, max - 1).join('').length)}…`
}

/** At most max UTF-16 units, as schemas count them. A first letter with more marks than there is space for is cut nevertheless. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  return text.slice(0, boundaryBefore(text.slice(0, max + longestLetter), max) || signBefore(text, max))
}
