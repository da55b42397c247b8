/** Single-line free text, stored byte for byte (P30), and tax IDs. */
import * as z from 'zod/mini'
import type { Rule } from './rule-messages.ts'
import { isUnseen } from './text.ts'

/** Refuses control characters, and so a second line. */
export const oneLine = z.refine<string>((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'text_characters' satisfies Rule)

/** min and max in code points; leading and trailing spaces do not count for min, nor does a text in which nothing is seen. */
export function SingleLine({ min, max, rule }: { min: number; max: number; rule: Rule }) {
  return z.string().check(
    z.refine((text) => [...text.trim()].length >= min && [...text].length <= max && (min === 0 || !isUnseen(text)), rule),
    oneLine,
  )
}

/** Normalized for comparison and storage: no spaces or dashes, upper case. */
export function normalTaxId(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

/**
 * 8 to 20 letters and digits. China's 18-character IDs have a check character: a unified social credit code (GB 32100-2015),
 * or a personal number if a sole trader has nothing else (GB 11643-1999).
 */
export function isTaxId(text: string): boolean {
  if (!/^[0-9A-Z]{8,20}$/.test(text) || !/\d/.test(text)) return false
  return text.length !== 18 || isCreditCode(text) || isPersonNumber(text)
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

function isCreditCode(text: string): boolean {
  const values = Array.from(text, (letter) => creditAlphabet.indexOf(letter))
  if (values.includes(-1)) return false
  const sum = values.slice(0, 17).reduce((total, value, at) => total + value * (3 ** at % 31), 0)
  return (31 - (sum % 31)) % 31 === values[17]
}

function isPersonNumber(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const sum = Array.from(text.slice(0, 17)).reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0)
  return '10X98765432'[sum % 11] === text[17]
}
