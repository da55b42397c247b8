/** Field rules of spec 5 as schema checks: names, passwords, phones, e-mail addresses. Their messages are separate (rule-words.ts), so that code without forms need not load them. */
import * as z from 'zod/mini'
import { canonicalEmail, isEmail } from '../email.ts'

export const nameMin = 3
export const nameMax = 15
export const passwordMin = 6
export const passwordMax = 32
export const deviceNameMax = 20

/** Letters, marks and digits of any script, `_ - . ·` and inner spaces (wire.md); at least one letter or digit that is seen. */
const nameText = /^[\p{L}\p{M}\p{N}_\-.·]+( [\p{L}\p{M}\p{N}_\-.·]+)*$/u

/** Characters without a look of their own (joiners, fillers, variation selectors) would make two names of one look. */
const unseen = /\p{Default_Ignorable_Code_Point}/u
/** Not the blanks of hieroglyphs, which are letters by their class. */
const letterOrDigit = /(?![\u{13441}\u{13442}])[\p{L}\p{N}]/u

function isNameText(text: string): boolean {
  return text === '' || (nameText.test(text) && !unseen.test(text) && letterOrDigit.test(text))
}

/** Length in code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

const composed = z.transform((text: string) => text.normalize('NFC').trim())

export const UserName = z.pipe(
  z.pipe(z.string(), composed),
  z.string().check(
    z.refine((text) => lengthOf(text) >= nameMin && lengthOf(text) <= nameMax, 'name_length'),
    z.refine(isNameText, 'name_characters'),
  ),
)

export const DeviceName = z.pipe(
  z.pipe(z.string(), composed),
  z.string().check(
    z.refine((text) => lengthOf(text) >= 1 && lengthOf(text) <= deviceNameMax, 'device_name_length'),
    z.refine(isNameText, 'name_characters'),
  ),
)

export const Password = z.string().check(
  z.refine((text) => text.length > 0, 'password_filled'),
  z.refine((text) => text === '' || (lengthOf(text) >= passwordMin && lengthOf(text) <= passwordMax), 'password_length'),
)

export const NewPassword = z.string().check(
  z.refine((text) => text.length > 0, 'new_password_filled'),
  z.refine((text) => text === '' || (lengthOf(text) >= passwordMin && lengthOf(text) <= passwordMax), 'password_length'),
)

export const NickName = z.pipe(
  z.pipe(z.string(), composed),
  z.string().check(
    z.refine((text) => lengthOf(text) >= nameMin && lengthOf(text) <= nameMax, 'nickname_length'),
    z.refine(isNameText, 'name_characters'),
  ),
)

/** Mainland numbers by spec 5; 4 to 14 digits for other area codes (wire.md). */
const mainland = /^1[3-9]\d{9}$/
const elsewhere = /^\d{4,14}$/
export const homeArea = '86'

export const AreaCode = z.string().check(z.regex(/^\d{1,4}$/, 'area_code'))
export function isPhone({ area_code, phone }: { area_code: string; phone: string }): boolean {
  return (area_code === homeArea ? mainland : elsewhere).test(phone)
}

/** A single e-mail address in its one spelling; the code sent to it proves the rest. */
export const Email = z.pipe(
  z.pipe(z.string(), z.transform(canonicalEmail)),
  z.string().check(
    z.refine((text) => text !== '', 'email_filled'),
    z.refine((text) => text === '' || isEmail(text), 'email_format'),
  ),
)

/** Six digits sent to a phone or an e-mail address (P2). */
export const SentCode = z.string().check(
  z.refine((text) => text !== '', 'code_filled'),
  z.refine((text) => text === '' || /^\d{6}$/.test(text), 'code_digits'),
)

/** Terms and privacy must be agreed before login (spec 5). */
export const Agreed = z.literal(1, 'agreed')
