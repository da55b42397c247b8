/** Puts a refused sign-in or registration on the field it is about; false where no field has words for it. */
import { isFailure } from '../kit/failure.ts'
import { refusedWord } from './data.ts'
import type { accountText } from './text.ts'

type Words = typeof accountText.en

export type Refused = { field: string; word: string; isRule: boolean }

export function refusedOf(failure: unknown, words: Words, otherwise: string): Refused | null {
  if (isFailure(failure, 'field') && failure.invalid)
    return { field: failure.invalid.field, word: failure.invalid.rule, isRule: true }
  if (!isFailure(failure, 'code')) return null
  const key = refusedWord[failure.code]
  return { field: otherwise, word: key ? words[key] : failure.message, isRule: false }
}
