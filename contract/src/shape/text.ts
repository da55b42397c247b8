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
