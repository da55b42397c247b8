/** Parsing and validation of a typed phone number, checked even if another field is invalid. */
import { AreaCode, isPhone } from '@homeport/contract/shape/field/rule.ts'
import * as z from 'zod/mini'

/** Removes spaces, hyphens, brackets and a pasted area code; full-width digits become digits. */
export function numberOf({ area_code, phone }: { area_code: string; phone: string }): string {
  const plain = phone.normalize('NFKC').replace(/[\s()\-.\u2010-\u2015]/g, '')
  return plain.startsWith(`+${area_code}`) ? plain.slice(area_code.length + 1) : plain
}

/** The recipient of a code. */
export function phoneTarget({ area_code, phone }: { area_code: string; phone: string }) {
  return { area_code, phone: numberOf({ area_code, phone }) }
}

export const phoneShape = { area_code: AreaCode, phone: z.string().check(z.refine((text) => text.trim() !== '', 'phone_filled')) }

export const isRightPhone = z.refine<{ area_code: string; phone: string }>(
  (typed) => typed.phone.trim() === '' || isPhone({ area_code: typed.area_code, phone: numberOf(typed) }),
  { error: 'phone_format', path: ['phone'], when: () => true },
)

/** '138****8000': enough for the user to recognise the number. */
export function maskedPhone({ area_code, phone }: { area_code: string; phone: string }): string {
  const shown = phone.length > 7 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `${phone.slice(0, 1)}****${phone.slice(-1)}`
  return `+${area_code} ${shown}`
}

export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  return `${name.slice(0, name.length > 2 ? 2 : 1)}***${email.slice(at)}`
}
