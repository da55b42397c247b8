/** Text of several lines that a person wrote: trimmed, counted in code points, kept as it is (P30). */
import * as z from 'zod/mini'
import type { Rule } from './rule-words.ts'

/** Control characters but tab and line ends, and halves of characters: no database keeps them all as they are. */
const unkeepable = /[^\P{Cc}\t\n\r]|\p{Surrogate}/u

const unseen = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u

/** Nothing that an eye sees: letters such as joiners and fillers are none. */
export function isUnseen(text: string): boolean {
  return unseen.test(text)
}

type Rules = { filled: Rule; length: Rule }

export function TextOf(max: number, { filled, length }: Rules) {
  return z.pipe(
    z.pipe(
      z.string(),
      // A multipart body carries every line break as two characters.
      z.transform((text: string) => text.replaceAll('\r\n', '\n').trim()),
    ),
    z.string().check(
      z.minLength(1, filled),
      z.refine((text) => [...text].length <= max, length),
      z.refine((text) => !unkeepable.test(text), 'text_unkeepable'),
    ),
  )
}
